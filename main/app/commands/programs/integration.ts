import type { Clock } from '../../../base/platform/clock.ts';
import type { Caller, HandlersOf } from '../../../base/platform/dispatch.ts';
import type { AuditAction } from '../../../books/ledger/audit/audit-actions.ts';
import type { OpenEnvironment } from '../../environment/environment.ts';
import type { Integrations } from '../../environment/integrations.ts';
import type { CommandContext } from '../context.ts';

/** All commands except the one that opens integrations that are closed. */
export type ApiCommands = Omit<HandlersOf<'integration.'>, 'integration.reopen'>;

/** The context for one part of the integrations, which must be open when its commands are made. */
export type IntegrationContext<Part extends 'api' | 'webhooks' | 'inbound' | 'remote'> = CommandContext<
  {
    readonly ledger: Pick<OpenEnvironment['ledger'], 'audit'>;
    readonly integrations: { opened(): Pick<Integrations, Part | 'recorded'> };
  },
  { readonly clock: Pick<Clock, 'now'> },
  unknown
>;

export const reopenCommands = ({ environment }: CommandContext): HandlersOf<'integration.reopen'> => ({
  'integration.reopen': async (_, { name }) => {
    const setAside = await environment.integrations.reopen(name);
    return setAside === undefined ? {} : { setAside };
  },
});

const hour = 3_600_000;

type Note = (caller: Caller, action: AuditAction, detail: unknown) => void;

function clientCommands(
  { api: { oauth, calls, approvalsChanged }, recorded }: Pick<Integrations, 'api' | 'recorded'>,
  note: Note,
): Pick<ApiCommands, Extract<keyof ApiCommands, `integration.clients.${string}`>> {
  const { clients } = oauth;
  return {
    'integration.clients.list': () => ({ clients: clients.list() }),
    'integration.clients.create': (input, caller) =>
      recorded(() => {
        const made = clients.create(input);
        const { id, name, kind, scopes } = made.client;
        note(caller, 'integration.clients.create', { client: id, name, kind, scopes });
        return made;
      }),
    'integration.clients.scope': ({ id, scopes }, caller) =>
      recorded(() => {
        const client = clients.scope(id, scopes);
        note(caller, 'integration.clients.scope', { client: id, scopes });
        return client;
      }),
    'integration.clients.rotate': ({ id, graceHours }, caller) =>
      recorded(() => {
        const rotated = clients.rotate(id, graceHours * hour);
        note(caller, 'integration.clients.rotate', { client: id, graceHours });
        return rotated;
      }),
    'integration.clients.revoke': ({ id }, caller) => {
      const revoked = recorded(() => {
        const client = clients.revoke(id);
        note(caller, 'integration.clients.revoke', { client: id });
        return client;
      });
      approvalsChanged();
      return revoked;
    },

    'integration.clients.calls': ({ id }) => ({ calls: calls.of(id) }),
  };
}

export function apiCommands({
  environment: { ledger, integrations },
  terminal: { clock },
}: IntegrationContext<'api'>): ApiCommands {
  const parts = integrations.opened();
  const { recorded } = parts;
  const { oauth, service, dropFolder, approvalsChanged } = parts.api;
  const { approvals, grants } = oauth;
  const note: Note = ({ name }, action, detail) =>
    ledger.audit.write({ at: clock.now(), actor: name, action, detail });
  const pending = () => ({ approvals: approvals.pending() });

  function answer(id: string, decision: 'approved' | 'denied', caller: Caller) {
    recorded(() => {
      const { clientId, scopes } = approvals.answer(id, decision, caller.name);
      note(caller, `integration.${decision}`, { client: clientId, scopes });
    });
    approvalsChanged();
    return pending();
  }

  return {
    ...clientCommands(parts, note),

    'integration.approvals': pending,
    'integration.waiting': () => ({ apps: approvals.pending().map(({ clientName }) => clientName) }),
    'integration.approve': ({ id }, caller) => answer(id, 'approved', caller),
    'integration.deny': ({ id }, caller) => answer(id, 'denied', caller),

    'integration.given': ({ clientId }) => ({ given: grants.list(clientId) }),
    'integration.endGiven': ({ id }, caller) => {
      const { clientId } = grants.end(id, caller.name);
      return { given: grants.list(clientId) };
    },

    'integration.api.get': () => service.status(),
    'integration.api.set': (input, caller) => {
      note(caller, 'integration.api.set', input);
      return service.set(input);
    },
    'integration.api.certificate': async (input, caller) => {
      const status = await service.setCertificate(input);
      const { source, fingerprint } = status.certificate ?? {};
      note(caller, 'integration.api.certificate', { source, fingerprint });
      return status;
    },

    'integration.dropFolder.get': () => dropFolder.status(),
    'integration.dropFolder.refused': ({ limit }) => ({ files: dropFolder.lastRefused(limit) }),
    'integration.dropFolder.set': async (input, caller) => {
      const status = await dropFolder.set(input);
      const { enabled, folder, otherSystems } = status;
      note(caller, 'integration.dropFolder.set', { enabled, folder, otherSystems });
      return status;
    },
  };
}
