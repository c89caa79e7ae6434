import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { AuditAction } from '../../../books/ledger/audit/audit-actions.ts';
import type { IntegrationContext } from './integration.ts';

/** The commands for inbound events and the client of a remote system. */
export function remoteCommands({
  environment: { ledger, integrations },
  terminal: { clock },
}: IntegrationContext<'inbound' | 'remote'>): HandlersOf<'inbound.' | 'remote.' | 'remoteInvoice.'> {
  const { inbound, remote, recorded } = integrations.opened();
  const { settings, inbox, invoices } = inbound;
  const note = (actor: string, action: AuditAction, detail: unknown = {}) =>
    ledger.audit.write({ at: clock.now(), actor, action, detail });

  return {
    'inbound.get': () => ({ ...settings.get(), counts: inbox.counts() }),
    'inbound.change': (change, { name }) =>
      recorded(() => {
        const changed = settings.change(change);
        note(name, 'inbound.change', change);
        return changed;
      }),
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
