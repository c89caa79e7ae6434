import { applicationRole, guarded, type OfficeMigration, owners } from './guarded.ts';

export const orders: OfficeMigration = {
  name: 'orders to tills, and tills that were stopped',
  sql: `
    -- The one key that orders are signed with, its public half: processes with another one sign nothing.
    CREATE TABLE order_key (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      key jsonb NOT NULL,
      since timestamptz NOT NULL DEFAULT now()
    );
    GRANT SELECT, INSERT ON order_key TO ${applicationRole};
    -- token: the signed order, gone once it is answered or over. again: the number under which it was sent anew.
    CREATE TABLE till_order (
      ${owners},
      device integer NOT NULL,
      number integer NOT NULL,
      kind text NOT NULL,
      ordered_by text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      token text,
      answered_at timestamptz,
      result text,
      why text,
      again integer,
      PRIMARY KEY (device, number)
    );
    CREATE INDEX till_order_waiting ON till_order (tenant, device) WHERE answered_at IS NULL;
    -- asked by one person and confirmed by another; frozen_at: the chain takes nothing more.
    CREATE TABLE stop_request (
      ${owners},
      device integer NOT NULL,
      asked_at timestamptz NOT NULL,
      stopped boolean NOT NULL,
      why text NOT NULL,
      asked_by text NOT NULL,
      confirmed_at timestamptz,
      confirmed_by text,
      PRIMARY KEY (device, asked_at)
    );
    ALTER TABLE device ADD COLUMN frozen_at timestamptz;
    GRANT UPDATE (frozen_at) ON device TO ${applicationRole};
    ${guarded('till_order', 'SELECT, INSERT, UPDATE (token, answered_at, result, why, again)')}
    ${guarded('stop_request', 'SELECT, INSERT, UPDATE (confirmed_at, confirmed_by)')}
  `,
};
