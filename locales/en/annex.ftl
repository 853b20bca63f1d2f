### What the planner's second module says: views that are loaded when they are opened.

