### Texts of diagram
