import type { Inbound } from '../integration/inbound/inbound.ts';
import type { Remote } from '../integration/remote/remote.ts';
import type { AuditAction } from '../ledger/audit-actions.ts';
import type { AuditLog } from '../ledger/audit-log.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface RemoteCommandsOptions {
  readonly inbound: Inbound;
  readonly remote: Remote;
  /** Writes a manager's decision to the audit log. */
  readonly audit: Pick<AuditLog, 'write'>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The commands for inbound events and the client of a remote system. */
export function remoteCommands(
  options: RemoteCommandsOptions,
): HandlersOf<'inbound.' | 'remote.' | 'remoteInvoice.'> {
  const { inbound, remote, audit, now } = options;
  const { settings, inbox, invoices } = inbound;
  const note = (actor: string, action: AuditAction, detail: unknown = {}) =>
    audit.write({ at: now(), actor, action, detail });

  return {
    'inbound.get': () => ({ ...settings.get(), counts: inbox.counts() }),
    'inbound.change': (change, { name }) => {
      const changed = settings.change(change);
      note(name, 'inbound.change', change);
      return changed;
    },
    'inbound.addSecret': async ({ secret }, { name }) => {
      const added = await settings.addSecret(secret);
      note(name, 'inbound.addSecret');
      return added;
    },
    'inbound.finishRotation': async (_, { name }) => {
      const finished = await settings.finishRotation();
      note(name, 'inbound.finishRotation');
      return finished;
    },
    'inbound.events': (query) => {
      const { rows, ...rest } = inbox.list(query);
      return { ...rest, rows: rows.map((row) => ({ ...row, receivedAt: instant(row.receivedAt) })) };
    },

    'remoteInvoice.list': (query) => {
      const { rows, ...rest } = invoices.list(query);
      return { ...rest, rows: rows.map((row) => ({ ...row, updatedAt: instant(row.updatedAt) })) };
    },

    'remote.get': () => remote.get(),
    'remote.connect': async (connection, { name }) => {
      const { baseUrl, clientId, grant } = connection.settings;
      note(name, 'remote.connect', { baseUrl, clientId, grant });
      return remote.connect(connection);
    },
    'remote.sync': () => remote.sync(),
    'remote.disconnect': async (_, { name }) => {
      note(name, 'remote.disconnect');
      return remote.disconnect();
    },
  };
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();
