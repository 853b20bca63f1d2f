-- Price books that users upload. A version is never changed: a design that names it stays priced by it.
-- Times are integer milliseconds since 1970 UTC. The file is kept as it came.

CREATE TABLE price_books (
    id          TEXT   PRIMARY KEY,
    name        TEXT   NOT NULL,
    version     BIGINT NOT NULL,
    created_ms  BIGINT NOT NULL,
    updated_ms  BIGINT NOT NULL
);

CREATE TABLE price_book_versions (
    book_id     TEXT   NOT NULL REFERENCES price_books (id) ON DELETE CASCADE,
    version     BIGINT NOT NULL,
    price_rows  BIGINT NOT NULL,
    file        TEXT   NOT NULL,
    created_ms  BIGINT NOT NULL,
    PRIMARY KEY (book_id, version)
);

-- Which token (edit token of a book or a design, or API token, by SHA-256) covers which price book; writes is 1 or 0.
CREATE TABLE price_book_grants (
    token_hash  BYTEA  NOT NULL,
    book_id     TEXT   NOT NULL REFERENCES price_books (id) ON DELETE CASCADE,
    writes      BIGINT NOT NULL,
    PRIMARY KEY (token_hash, book_id)
);
CREATE INDEX price_book_grants_by_book ON price_book_grants (book_id);
