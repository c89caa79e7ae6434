import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { createDailyPrune } from '../store/prune-daily.ts';
import { checkRequest, type EventRequest } from './check-request.ts';
import { groupCommit } from './group-commit.ts';
import { createInboundSettings, type InboundSettingsOptions } from './inbound-settings.ts';
import { createInbox, type InboundEvent } from './inbox.ts';
import { createRemoteInvoices } from './remote-invoices.ts';

export interface InboundOptions extends Pick<InboundSettingsOptions, 'changes' | 'secrets' | 'vaultPrefix'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly onChange: (invoiceUuid: string) => void;
  readonly onEvents: () => void;
  readonly onError: (error: unknown) => void;
}

/** An event as an entry point received it. */
export interface DeliveredEvent extends EventRequest {
  /** The header X-Service-Delivery. */
  readonly deliveryId: string | undefined;
}

/** The answers: accepted (200), malformed or late (400), not signed (401), turned off (404), unable now (503). */
export type AnswerStatus = 200 | 400 | 401 | 404 | 503;

/** The number of events applied in one transaction, so small that no request waits noticeably. */
const eventsAtOnce = 50;
const pauseAfterErrorMs = 5_000;
/** The days for which the list shows finished events. */
const keepDays = 180;
/** A delivery id is a UUID; other ids are accepted up to this length. */
const longestDeliveryId = 200;

/** Receives events from another integration layer: stores them, answers, and applies them afterwards. */
export function createInbound(options: InboundOptions) {
  const { database, secrets, vaultPrefix, clock, onChange, onEvents, onError } = options;
  const settings = createInboundSettings({
    settings: createSettings(database),
    changes: options.changes,
    secrets,
    vaultPrefix,
  });
  const invoices = createRemoteInvoices(database);
  const inbox = createInbox(database, invoices);
  const store = groupCommit<InboundEvent>((events) => {
    if (inbox.store(events) === 0) return;
    onEvents();
    processIn(0);
  });
  let running = false;
  let cancel: (() => void) | undefined;
  /** Rows are pruned when there is nothing else to do. */
  const prune = createDailyPrune({ database, clock, keepDays, prune: inbox.prune });

  function processIn(milliseconds: number): void {
    if (running) cancel ??= clock.after(milliseconds, processSome);
  }

  function processSome(): void {
    cancel = undefined;
    try {
      const changed = inbox.processNext(eventsAtOnce, clock.now());
      if (changed === undefined) prune();
      else processIn(0); // This is not a loop, so that requests are handled in between.
      if (changed !== undefined) onEvents();
      for (const uuid of changed ?? []) onChange(uuid);
    } catch (error) {
      onError(error);
      processIn(pauseAfterErrorMs);
    }
  }

  return {
    settings,
    inbox,
    invoices,
    /** Answers once a valid event is durable. Never rejects. */
    async take({ deliveryId, ...request }: DeliveredEvent): Promise<AnswerStatus> {
      try {
        const { enabled, windowSeconds } = settings.get();
        if (!enabled) return 404;
        const now = clock.now();
        const accepted = await settings.acceptedSecrets();
        const check = checkRequest(request, accepted, windowSeconds * 1000, now);
        if (check.status !== 200) return check.status;
        if (!isDeliveryId(deliveryId)) return 400;
        const { id, type, invoice } = check.event;
        const body = Buffer.from(request.body).toString('utf8');
        await store({ id, deliveryId, type, invoiceUuid: invoice?.uuid, body, receivedAt: now });
        return 200;
      } catch (error) {
        onError(error);
        return 503; // The event was not stored, and the sender will try again.
      }
    },
    /** Applies the events that an earlier process stored, and all that arrive from now on. */
    start() {
      running = true;
      processIn(0);
    },
    stop() {
      running = false;
      cancel?.();
      cancel = undefined;
    },
  };
}

export type Inbound = ReturnType<typeof createInbound>;

/** The event has its own id, so a delivery without an id is accepted; a delivery with an invalid id is malformed. */
function isDeliveryId(text: string | undefined): boolean {
  return text === undefined || (text !== '' && text.length <= longestDeliveryId);
}
