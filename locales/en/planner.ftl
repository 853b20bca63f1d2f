### Texts of planner
