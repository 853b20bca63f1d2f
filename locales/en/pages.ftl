### Texts of pages
