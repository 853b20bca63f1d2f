-- Designs, their revisions, who may touch them, and read-only shares.
-- Times are integer milliseconds since 1970 UTC. Documents are text, not JSONB: they come back byte for byte.

CREATE TABLE designs (
    id          TEXT   PRIMARY KEY,
    revision    BIGINT NOT NULL,
    created_ms  BIGINT NOT NULL,
    updated_ms  BIGINT NOT NULL
);

-- The newest document of a design is the revision that designs.revision names.
CREATE TABLE revisions (
    design_id   TEXT   NOT NULL REFERENCES designs (id) ON DELETE CASCADE,
    revision    BIGINT NOT NULL,
    name        TEXT   NOT NULL,
    document    TEXT   NOT NULL,
    created_ms  BIGINT NOT NULL,
    PRIMARY KEY (design_id, revision)
);

-- Tokens that an operator hands to programs. Only the SHA-256 of a token is kept.
CREATE TABLE api_tokens (
    token_hash  BYTEA  PRIMARY KEY,
    name        TEXT   NOT NULL UNIQUE,
    created_ms  BIGINT NOT NULL
);

-- Which token (edit token or API token, by SHA-256) covers which design.
CREATE TABLE grants (
    token_hash  BYTEA  NOT NULL,
    design_id   TEXT   NOT NULL REFERENCES designs (id) ON DELETE CASCADE,
    PRIMARY KEY (token_hash, design_id)
);
CREATE INDEX grants_by_design ON grants (design_id);

-- No reference to designs: the slug of a deleted design still answers "gone". Its document and report are emptied.
CREATE TABLE shares (
    slug            TEXT   PRIMARY KEY,
    design_id       TEXT   NOT NULL,
    revision        BIGINT NOT NULL,
    document        TEXT   NOT NULL,
    report          TEXT   NOT NULL,
    engine_version  TEXT   NOT NULL,
    catalog_version TEXT   NOT NULL,
    created_ms      BIGINT NOT NULL,
    expires_ms      BIGINT,
    revoked_ms      BIGINT
);
CREATE INDEX shares_by_design ON shares (design_id);

-- What a POST with an Idempotency-Key made. The key is kept as SHA-256, the edit token not at all:
-- it is derived from the key and the nonce, so only who knows the key can be told it again.
CREATE TABLE idempotency_keys (
    scope        TEXT   NOT NULL,
    key_hash     BYTEA  NOT NULL,
    request_hash BYTEA  NOT NULL,
    nonce        BYTEA  NOT NULL,
    design_id    TEXT   NOT NULL REFERENCES designs (id) ON DELETE CASCADE,
    share_slug   TEXT,
    created_ms   BIGINT NOT NULL,
    PRIMARY KEY (scope, key_hash)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_ms);
CREATE INDEX idempotency_keys_by_design ON idempotency_keys (design_id);
