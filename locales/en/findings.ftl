### Texts of findings
