### Findings of the engine. Ids: finding-<code with dashes>-title, -message, -fix.
### Sentence case, numbers with units, state before consequence, never a reproach.

## Parts

finding-part-unknown-title = { $id } is not in the catalogue
finding-part-unknown-message = The catalogue has no { $kind } with the id { $id }, so nothing that depends on it is computed.
finding-part-unknown-fix = Choose a part of the catalogue or add it under custom_parts
