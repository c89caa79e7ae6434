import { fail } from '../../shared/failure.ts';
import { changeReachable } from '../integration/webhooks/change-endpoint.ts';
import type { WebhookSender } from '../integration/webhooks/sender.ts';
import type { AuditAction } from '../ledger/audit-actions.ts';
import type { AuditLog } from '../ledger/audit-log.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface WebhookCommandsOptions {
  readonly sender: WebhookSender;
  /** Writes a manager's decision to the audit log. */
  readonly audit: Pick<AuditLog, 'write'>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The commands for the webhook sender. */
export function webhookCommands({ sender, audit, now }: WebhookCommandsOptions): HandlersOf<'webhook.'> {
  const { endpoints, deliveries, settings } = sender;
  const note = (actor: string, action: AuditAction, detail: unknown) =>
    audit.write({ at: now(), actor, action, detail });
  const deliveryOf = (id: string) => {
    const { body, answer, ...delivery } = deliveries.get(id);
    return delivery;
  };

  return {
    'webhook.endpoints': () => ({ endpoints: endpoints.list() }),
    'webhook.addEndpoint': async (input, { name }) => {
      const added = await endpoints.add(input);
      const { id, url, kinds, allowPrivate } = added.endpoint;
      note(name, 'webhook.addEndpoint', { endpoint: id, url, kinds, allowPrivate });
      return added;
    },
    'webhook.changeEndpoint': async ({ id, ...change }, { name }) => {
      const changed = await changeReachable(endpoints, id, change);
      note(name, 'webhook.changeEndpoint', { endpoint: id, ...change });
      sender.wake();
      return changed;
    },
    'webhook.removeEndpoint': async ({ id }, { name }) => {
      const { url } = endpoints.get(id);
      const discarded = await endpoints.remove(id);
      note(name, 'webhook.removeEndpoint', { endpoint: id, url, discarded });
      return {};
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
    'webhook.resend': async ({ id }) => {
      endpoints.get(deliveries.get(id).endpoint);
      if (!deliveries.resend(id, now())) return notNow();
      await sender.sendNow(id);
      return deliveryOf(id);
    },
    'webhook.resendAll': ({ endpoint }) => {
      const count = deliveries.resendAll(endpoint, now());
      sender.wake();
      return { count };
    },
    'webhook.discard': ({ id, reason }, { name }) => {
      const { eventId, type, invoiceUuid } = deliveries.get(id);
      if (!deliveries.discard(id, reason)) return notNow();
      note(name, 'webhook.discard', { delivery: id, eventId, type, invoiceUuid, reason });
      return deliveryOf(id);
    },

    'webhook.settings': () => settings.get(),
    'webhook.changeSettings': (change, { name }) => {
      const changed = settings.change(change);
      note(name, 'webhook.changeSettings', change);
      return changed;
    },
  };
}

/** The delivery succeeded or was discarded meanwhile. */
function notNow(): never {
  return fail('bad-input', {
    issues: [{ path: ['id'], code: 'delivery-done', message: 'this delivery is done with' }],
  });
}
