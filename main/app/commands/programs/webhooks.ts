import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { AuditAction } from '../../../books/ledger/audit/audit-actions.ts';
import type { IntegrationContext } from './integration.ts';

export function webhookCommands({
  environment: { ledger, integrations },
  terminal: { clock },
}: IntegrationContext<'webhooks'>): HandlersOf<'webhook.'> {
  const { webhooks: sender, recorded } = integrations.opened();
  const { endpoints, deliveries, deadLetters, settings } = sender;
  const note = (actor: string, action: AuditAction, detail: unknown) =>
    ledger.audit.write({ at: clock.now(), actor, action, detail });

  return {
    'webhook.endpoints': () => ({ endpoints: endpoints.list() }),
    'webhook.addEndpoint': async (input, { name }) => {
      const added = await endpoints.add(input);
      const { id, url, kinds, allowPrivate } = added.endpoint;
      note(name, 'webhook.addEndpoint', { endpoint: id, url, kinds, allowPrivate });
      return added;
    },
    'webhook.changeEndpoint': async ({ id, ...change }, { name }) => {
      const changed = await sender.changeEndpoint(id, change);
      note(name, 'webhook.changeEndpoint', { endpoint: id, ...change });
      return changed;
    },
    'webhook.removeEndpoint': async ({ id }, { name }) => {
      const { url } = endpoints.get(id);
      const discarded = await endpoints.remove(id);
      note(name, 'webhook.removeEndpoint', { endpoint: id, url, discarded });
    },
    'webhook.rotateSecret': async ({ id, secret }, { name }) => {
      const rotated = await endpoints.rotate(id, secret);
      note(name, 'webhook.rotateSecret', { endpoint: id });
      return rotated;
    },
    'webhook.finishRotation': async ({ id }, { name }) => {
      const finished = await endpoints.finishRotation(id);
      note(name, 'webhook.finishRotation', { endpoint: id });
      return finished;
    },
    'webhook.sendTest': ({ id, kind }) => sender.sendTest(id, kind),

    'webhook.deliveries': (query) => ({ ...deliveries.list(query), counts: deliveries.counts() }),
    'webhook.delivery': ({ id }) => deliveries.get(id),
    'webhook.resend': ({ id }) => deadLetters.resend(id),
    'webhook.resendAll': ({ endpoint }) => ({ count: deadLetters.resendAll(endpoint) }),
    'webhook.discard': ({ id, reason }, { name }) =>
      recorded(() => {
        const discarded = deadLetters.discard(id, reason);
        const { eventId, type, invoiceUuid } = discarded;
        note(name, 'webhook.discard', { delivery: id, eventId, type, invoiceUuid, reason });
        return discarded;
      }),

    'webhook.settings': () => settings.get(),
    'webhook.changeSettings': (change, { name }) =>
      recorded(() => {
        const changed = settings.change(change);
        note(name, 'webhook.changeSettings', change);
        return changed;
      }),
  };
}
