-- Which revision of a design is priced by which version of a price book: such a version can't be deleted.
CREATE TABLE price_book_pins (
    design_id   TEXT   NOT NULL,
    revision    INTEGER NOT NULL,
    book_id     TEXT   NOT NULL,
    version     INTEGER NOT NULL,
    PRIMARY KEY (design_id, revision),
    FOREIGN KEY (design_id, revision) REFERENCES revisions (design_id, revision) ON DELETE CASCADE,
    FOREIGN KEY (book_id, version) REFERENCES price_book_versions (book_id, version)
) STRICT;
CREATE INDEX price_book_pins_by_book ON price_book_pins (book_id, version);

-- Revisions that were stored before.
INSERT INTO price_book_pins (design_id, revision, book_id, version)
SELECT r.design_id, r.revision, v.book_id, v.version
FROM revisions r JOIN price_book_versions v
    ON v.book_id = json_extract(r.document, '$.price_book.id')
    AND v.version = json_extract(r.document, '$.price_book.version');

-- A POST of a price book takes an Idempotency-Key too: what it made is a version of a book instead of a design.
CREATE TABLE idempotency_keys_of_all (
    scope        TEXT   NOT NULL,
    key_hash     BLOB  NOT NULL,
    request_hash BLOB  NOT NULL,
    nonce        BLOB  NOT NULL,
    design_id    TEXT   REFERENCES designs (id) ON DELETE CASCADE,
    share_slug   TEXT,
    created_ms   INTEGER NOT NULL,
    book_id      TEXT   REFERENCES price_books (id) ON DELETE CASCADE,
    book_version INTEGER,
    PRIMARY KEY (scope, key_hash)
) STRICT;
INSERT INTO idempotency_keys_of_all (scope, key_hash, request_hash, nonce, design_id, share_slug, created_ms)
SELECT scope, key_hash, request_hash, nonce, design_id, share_slug, created_ms FROM idempotency_keys;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_of_all RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_ms);
CREATE INDEX idempotency_keys_by_design ON idempotency_keys (design_id);
CREATE INDEX idempotency_keys_by_book ON idempotency_keys (book_id);
