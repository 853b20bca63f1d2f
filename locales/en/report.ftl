### Texts of report
