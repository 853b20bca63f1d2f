-- Which revision of a design is priced by which version of a price book: such a version can't be deleted.
CREATE TABLE price_book_pins (
    design_id   TEXT   NOT NULL,
    revision    BIGINT NOT NULL,
    book_id     TEXT   NOT NULL,
    version     BIGINT NOT NULL,
    PRIMARY KEY (design_id, revision),
    FOREIGN KEY (design_id, revision) REFERENCES revisions (design_id, revision) ON DELETE CASCADE,
    FOREIGN KEY (book_id, version) REFERENCES price_book_versions (book_id, version)
);
CREATE INDEX price_book_pins_by_book ON price_book_pins (book_id, version);

-- Revisions that were stored before. The documents are read as text, since JSON functions refuse some that JSON allows
-- (an escaped NUL in a name); no string of a document holds a quotation mark that is not escaped.
INSERT INTO price_book_pins (design_id, revision, book_id, version)
SELECT r.design_id, r.revision, v.book_id, v.version
FROM (
    SELECT design_id, revision,
        regexp_match(document, '"price_book":\{(?:"as_of":"[0-9-]*",)?"id":"([^"]*)","version":([0-9]{1,10})') AS pin
    FROM revisions
) r JOIN price_book_versions v ON v.book_id = r.pin[1] AND v.version = r.pin[2]::BIGINT;

-- A POST of a price book takes an Idempotency-Key too: what it made is a version of a book instead of a design.
ALTER TABLE idempotency_keys ALTER COLUMN design_id DROP NOT NULL;
ALTER TABLE idempotency_keys ADD COLUMN book_id TEXT REFERENCES price_books (id) ON DELETE CASCADE;
ALTER TABLE idempotency_keys ADD COLUMN book_version BIGINT;
CREATE INDEX idempotency_keys_by_book ON idempotency_keys (book_id);
