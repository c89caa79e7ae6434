import type { Migration } from '../../books/ledger/database/database.ts';

/*
 * The schema of integration.db. Times are milliseconds since 1970. No secret is stored in the clear: client secrets,
 * tickets, codes and tokens are stored as SHA-256 (oauth/secrets.ts), keys and signing secrets are in the vault. Scopes
 * are separated by single spaces.
 */

/** Programs that call the API, what they may do, and which sale each of their requests was. */
const api = `
  CREATE TABLE client (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('service', 'app')),
    scopes TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,     -- JSON array
    secret_hash BLOB,                -- NULL: a public client, which can only be an app
    created_at INTEGER NOT NULL,
    used_at INTEGER,                 -- when it last got a token
    revoked_at INTEGER,
    CHECK (kind = 'app' OR secret_hash IS NOT NULL)
  ) STRICT;

  -- Secrets that newer ones replaced, and that serve for a while.
  CREATE TABLE old_client_secret (
    hash BLOB PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX old_client_secret_client ON old_client_secret (client_id, until);

  -- A request of an app that a person has to answer.
  CREATE TABLE approval (
    id TEXT PRIMARY KEY,
    ticket_hash BLOB NOT NULL UNIQUE,  -- of the ticket with which the waiting browser asks for the answer
    client_id TEXT NOT NULL REFERENCES client (id),
    address TEXT NOT NULL,           -- the network address of that browser
    check_words TEXT NOT NULL,       -- shown by both screens, so that the person can compare them
    scopes TEXT NOT NULL,
    request TEXT NOT NULL,           -- JSON: the parameters of the authorization request
    state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'used')),
    person TEXT,                     -- who answered
    created_at INTEGER NOT NULL,
    denied_at INTEGER,               -- stays set once the browser has the answer: an app denied too often must wait
    expires_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE authorization_code (
    hash BLOB PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    family TEXT NOT NULL,            -- all that came from one approval, and is revoked together
    person TEXT NOT NULL,            -- who approved
    scopes TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    code_challenge TEXT NOT NULL,    -- PKCE, S256
    expires_at INTEGER NOT NULL,
    used_at INTEGER                  -- a second use revokes the family
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE token (
    hash BLOB PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
    client_id TEXT NOT NULL REFERENCES client (id),
    family TEXT NOT NULL,            -- as of authorization_code
    person TEXT,                     -- who approved; NULL for a service
    scopes TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,                 -- when a refresh token was exchanged; 0: another answer to the same exchange is in use
    revoked_at INTEGER,
    parent BLOB                      -- the hash of the refresh token from which it came
  ) STRICT, WITHOUT ROWID;
  -- Revokes a family.
  CREATE INDEX token_family ON token (family);
  -- Finds the answers to one exchange.
  CREATE INDEX token_parent ON token (parent) WHERE parent IS NOT NULL;
  -- Deletes what expired long ago.
  CREATE INDEX token_expires_at ON token (expires_at);

  -- The sale that a client's Idempotency-Key identifies.
  CREATE TABLE request_key (
    client_id TEXT NOT NULL REFERENCES client (id),
    key TEXT NOT NULL,
    digest TEXT NOT NULL,            -- SHA-256 of the request, hex
    sale_id TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (client_id, key)
  ) STRICT, WITHOUT ROWID;
  -- Deletes keys whose time is over.
  CREATE INDEX request_key_used_at ON request_key (used_at);

  CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL              -- JSON
  ) STRICT, WITHOUT ROWID;
`;

const dropFolder = `
  -- Every sale file that was taken. A file found again after a crash is recognised by name, time and content.
  CREATE TABLE dropped_file (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    modified_ns TEXT NOT NULL,       -- its time of writing: nanoseconds since 1970, too large for some readers of numbers
    digest TEXT NOT NULL,            -- SHA-256 of its bytes, hex
    sale_id TEXT NOT NULL,
    -- The name of its document in out/, without ending. Windows and macOS take Sale.xml and sale.xml for one file.
    out_name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    uuid TEXT,                       -- of the document; NULL until it is issued
    told TEXT,                       -- the last state that was written into out/
    taken_at INTEGER NOT NULL,
    UNIQUE (name, modified_ns, digest)
  ) STRICT;
  -- The files of a document whose state has changed.
  CREATE INDEX dropped_file_uuid ON dropped_file (uuid);
  -- The documents whose state in out/ may still change.
  CREATE INDEX dropped_file_open ON dropped_file (id)
    WHERE uuid IS NOT NULL AND (told IS NULL OR told NOT IN ('accepted', 'rejected'));
  -- The number of files that became documents since a time.
  CREATE INDEX dropped_file_issued ON dropped_file (taken_at) WHERE uuid IS NOT NULL;

  -- Sale files that were put into refused/. One that is put there again after a crash is recognised by name and time.
  CREATE TABLE refused_file (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,              -- the name under which it was dropped
    kept_as TEXT NOT NULL,           -- its name in refused/
    modified_ns TEXT NOT NULL,       -- as of dropped_file
    failure TEXT NOT NULL,           -- JSON: the reason
    refused_at INTEGER NOT NULL,
    UNIQUE (kept_as, modified_ns)
  ) STRICT;
  CREATE INDEX refused_file_at ON refused_file (refused_at);
`;

/** Events on their way to other programs. */
const webhooks = `
  CREATE TABLE webhook_endpoint (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    kinds TEXT NOT NULL,             -- JSON array of the kinds of events that it gets
    allow_private INTEGER NOT NULL CHECK (allow_private IN (0, 1)),  -- 1: may be an address of a private network
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    secret TEXT NOT NULL,            -- its name in the vault
    next_secret TEXT,                -- likewise, during a rotation
    created_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,  -- calls that failed since the last one that did not
    failing_since INTEGER,           -- when the first of them ended
    paused_until INTEGER,            -- until then nothing is sent to it
    gone_at INTEGER,                 -- when it answered 410 and was turned off
    removed_at INTEGER,              -- a removed one stays, because its deliveries name it
    CHECK ((failing_since IS NULL) = (failures = 0))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE webhook_delivery (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,         -- the same in all attempts
    endpoint_id TEXT NOT NULL REFERENCES webhook_endpoint (id),
    source TEXT NOT NULL,            -- what happened, by a name that is the same whenever it is read again
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,              -- the event's name, as the manager chose it
    invoice_uuid TEXT,
    occurred_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead', 'discarded')),
    attempts INTEGER NOT NULL,
    tried_from INTEGER,              -- when the first of these attempts began
    -- The next attempt; while one is under way, the end of its lease.
    next_at INTEGER CHECK ((next_at IS NOT NULL) = (state = 'waiting')),
    last_at INTEGER,                 -- the last attempt, with what came of it
    http_status INTEGER,
    failure TEXT,
    answer TEXT,                     -- the beginning of the answer's text
    discard_reason TEXT,
    body TEXT NOT NULL,              -- JSON, as it is sent
    UNIQUE (endpoint_id, source)
  ) STRICT;
  -- The queue of an endpoint.
  CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, next_at) WHERE state = 'waiting';
  -- The deliveries of an endpoint that were given up.
  CREATE INDEX webhook_delivery_dead ON webhook_delivery (endpoint_id, last_at) WHERE state = 'dead';
  -- The list of deliveries, newest first: of a state, or of a document.
  CREATE INDEX webhook_delivery_state ON webhook_delivery (state, seq);
  CREATE INDEX webhook_delivery_invoice ON webhook_delivery (invoice_uuid, seq);

  -- How far each source of events has been turned into deliveries.
  CREATE TABLE webhook_cursor (
    source TEXT PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** The events and invoices of another integration layer. */
const remote = `
  -- Every event that was answered with 200. The outbox of the other layer may send one again.
  CREATE TABLE received_event (
    seq INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    delivery_id TEXT UNIQUE,         -- the header X-Service-Delivery
    type TEXT NOT NULL,
    invoice_uuid TEXT,
    received_at INTEGER NOT NULL,
    -- received: not processed yet; applied; outdated: something newer was applied before; kept: of an unknown kind.
    state TEXT NOT NULL CHECK (state IN ('received', 'applied', 'outdated', 'kept')),
    body TEXT NOT NULL               -- as it came
  ) STRICT;
  CREATE INDEX received_event_open ON received_event (seq) WHERE state = 'received';

  CREATE TABLE remote_invoice (
    seq INTEGER PRIMARY KEY,
    invoice_uuid TEXT NOT NULL UNIQUE,
    invoice_id TEXT,
    status TEXT,                     -- as the other layer writes it
    cleared_at TEXT,                 -- likewise
    type TEXT,                       -- the kind of the event that said it; NULL: the other layer's list
    as_of_key TEXT NOT NULL,         -- the time of what the row says, in text whose order is that of time
    updated_at INTEGER NOT NULL,
    listed TEXT                      -- JSON: the invoice as the list had it, whatever its fields
  ) STRICT;
`;

/** The migrations in order: a new one is added at the end, and a released one never changes. */
export const migrations: readonly Migration[] = [
  {
    name: 'baseline',
    schema: '6d53196b4043ce4168f4dec7441a271f76f838ec63dbdb1bedf4db7fbf90edb8',
    sql: [api, dropFolder, webhooks, remote].join('\n'),
  },
];
