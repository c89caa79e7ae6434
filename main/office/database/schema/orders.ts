import { applicationRole, guarded, owners } from './guarded.ts';

/* Orders to tills, and requests on which two people must agree. */

export const orders = `
    -- The one key that orders are signed with, its public half as a JWK: a process with another one signs nothing.
    CREATE TABLE order_key (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      key jsonb NOT NULL,
      since timestamptz NOT NULL DEFAULT now()
    );
    GRANT SELECT, INSERT ON order_key TO ${applicationRole};

    CREATE TABLE till_order (
      ${owners},
      device integer NOT NULL,
      number integer NOT NULL,       -- rises by order for each till
      kind text NOT NULL,
      ordered_by text NOT NULL,      -- the name of the person, or the names of the two
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      token text,                    -- the signed order; gone once it is answered or over
      signings integer NOT NULL DEFAULT 1,    -- how often this order was signed, under this and earlier numbers
      answered_at timestamptz,
      result text,                   -- done, refused or failed, as the till says
      why text,
      again integer,                 -- the number under which it was sent anew
      held boolean NOT NULL DEFAULT false, -- until a second person agrees
      asked_person integer,          -- who gave it, if it was held; null: the command line
      PRIMARY KEY (device, number)
    );
    CREATE INDEX till_order_waiting ON till_order (tenant, device) WHERE answered_at IS NULL;
    ${guarded('till_order', 'SELECT, INSERT, UPDATE (token, answered_at, result, why, again, held)')}

    -- A stop, or its end: one person asks for it, and another confirms it within a day.
    CREATE TABLE stop_request (
      ${owners},
      device integer NOT NULL,
      asked_at timestamptz NOT NULL, -- to the millisecond, which is the request's number
      stopped boolean NOT NULL,      -- false: the end of a stop
      why text NOT NULL,
      asked_by text NOT NULL,
      asked_person integer,          -- null: the command line, where a name is all there is
      confirmed_at timestamptz,
      confirmed_by text,
      PRIMARY KEY (device, asked_at)
    );
    ${guarded('stop_request', 'SELECT, INSERT, UPDATE (confirmed_at, confirmed_by)')}

    -- The release of a till that was refused, or whose stamp was invalid, and that has been repaired.
    CREATE TABLE release_request (
      ${owners},
      device integer NOT NULL,
      asked_at timestamptz NOT NULL, -- to the millisecond, which is the request's number
      reason text NOT NULL,
      asked_by text NOT NULL,
      asked_person integer,          -- null: the command line
      refused text,                  -- what the person saw who asked; what was found since is released by nobody
      refused_at timestamptz,
      wrong_icv bigint,
      confirmed_at timestamptz,
      confirmed_by text,
      PRIMARY KEY (device, asked_at)
    );
    ${guarded('release_request', 'SELECT, INSERT, UPDATE (confirmed_at, confirmed_by)')}

    -- One-time passwords of the portal that were handed out, so that none is handed out twice.
    CREATE TABLE otp_use (
      tenant integer NOT NULL,
      digest bytea NOT NULL,         -- keyed with the office's own key, which is not here; the password itself is nowhere
      at timestamptz NOT NULL,
      PRIMARY KEY (tenant, digest, at)
    );
    ${guarded('otp_use', 'SELECT, INSERT', [])}
`;
