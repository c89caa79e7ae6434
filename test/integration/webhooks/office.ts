import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from 'vitest';
import { webhookCommands } from '../../../main/app/commands/programs/webhooks.ts';
import { lookup } from '../../../main/base/network/addresses.ts';
import type { Claimed } from '../../../main/books/ledger/documents/submission.ts';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import type { Outcome } from '../../../main/gateway/outcome.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { ledgerSources } from '../../../main/integration/webhooks/ledger-sources.ts';
import {
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderOptions,
} from '../../../main/integration/webhooks/sender.ts';
import type { OccurrenceKind } from '../../../shared/contract/programs/webhook-events.ts';
import type { SubmissionMode } from '../../../shared/status.ts';
import { documentFor, type EntryMore, newEntry } from '../../books/ledger/sample.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';
import { cleared } from '../../support/run/outcomes.ts';
import { LibraryReceiver } from './library-receiver.ts';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** A ledger, a sender over it, and independent receivers, all with a fake clock. */
export class Office {
  readonly clock = new FakeClock();
  readonly ledger: Ledger = ledgerInMemory();
  readonly database = openIntegrationStore(':memory:');
  readonly secrets = memorySecrets();
  readonly errors: unknown[] = [];
  readonly receivers: LibraryReceiver[] = [];
  /** The claims of all calls to the authority, in order. */
  readonly claims: Claimed[] = [];
  sender: WebhookSender = this.open();
  handlers = webhookCommands({
    environment: {
      ledger: this.ledger,
      integrations: { opened: () => ({ webhooks: this.sender, recorded: (work) => work() }) },
    },
    terminal: { clock: this.clock },
    till: undefined,
  });

  open(more: Partial<WebhookSenderOptions> = {}): WebhookSender {
    return createWebhookSender({
      database: this.database,
      sources: ledgerSources(this.ledger),
      secrets: this.secrets,
      vaultPrefix: 'training',
      clock: this.clock,
      random: () => 1,
      lookup,
      plainToLoopback: true,
      onChange: () => {},
      onError: (error) => this.errors.push(error),
      ...more,
    });
  }

  /** Adds a receiver and an endpoint for it. */
  async receiver(
    kinds: readonly OccurrenceKind[] = ['cleared', 'rejected'],
  ): Promise<{ id: string; at: LibraryReceiver }> {
    const at = new LibraryReceiver();
    this.receivers.push(at);
    const url = await at.listen();
    const { endpoint, secret } = await this.sender.endpoints.add({ url, kinds, allowPrivate: true });
    at.secrets = [secret ?? ''];
    return { id: endpoint.id, at };
  }

  /** Issues a document, gives it this outcome, and returns its UUID. */
  settle(
    outcome: Outcome = cleared,
    mode: SubmissionMode = 'clearance',
    { ledger = this.ledger, uuid = randomUUID() as string, entry: more = {} as EntryMore } = {},
  ): string {
    const issuedAt = this.clock.now();
    const { entry } = ledger.chain.append(
      newEntry({
        mode,
        documentFor: (link) => documentFor(link, { uuid, issuedAt, dueAt: issuedAt + hour }),
        ...more,
      }),
    );
    return this.decide(entry.uuid, outcome, ledger);
  }

  /** Gives a document this outcome and returns its UUID. */
  decide(uuid: string, outcome: Outcome, ledger = this.ledger): string {
    const now = this.clock.now();
    const claimed = ledger.queue.claim(uuid, now, minute);
    if (claimed === undefined) throw new Error('not claimed');
    this.claims.push(claimed);
    const state = outcome.kind === 'request-refused' ? 'parked' : outcome.kind;
    if (state === 'parked' || state === 'accepted' || state === 'rejected')
      ledger.queue.settle(claimed, outcome, { state }, now);
    else throw new Error(`no end: ${state}`);
    return uuid;
  }

  /** Delays the answer to the next call to a receiver. Other calls get 200. */
  hold(at: LibraryReceiver): { readonly begun: Promise<void>; end(status: number): void } {
    const begun = Promise.withResolvers<void>();
    let end = (_status: number) => {};
    at.answer = () => (response) => {
      at.answer = () => 200;
      end = (status) => response.writeHead(status).end();
      begun.resolve();
    };
    return { begun: begun.promise, end: (status) => end(status) };
  }

  /** Sends everything that is due. */
  async send(): Promise<void> {
    this.sender.wake();
    await this.clock.advance(0);
    await this.sender.idle();
  }

  /** Advances the clock and sends everything that becomes due. */
  async wait(milliseconds: number): Promise<void> {
    const end = this.clock.now() + milliseconds;
    while (this.clock.now() < end) {
      const now = this.clock.now();
      const due = this.deliveries().map(({ nextAt }) => Date.parse(nextAt ?? ''));
      const next = Math.min(end, ...due.filter((at) => at > now));
      await this.clock.advance(next - now);
      await this.sender.idle();
    }
  }

  deliveries() {
    return this.sender.deliveries.list({ limit: 200 }).rows;
  }

  /** Returns the only delivery. */
  delivery() {
    const [only, ...others] = this.deliveries();
    if (only === undefined || others.length > 0) throw new Error('expected one delivery');
    return only;
  }

  async close(): Promise<void> {
    for (const receiver of this.receivers) await receiver.close();
    await this.sender.stop();
    this.ledger.close();
    this.database.close();
  }
}

/** The office of the current test, which fails on any error in it. */
export let office: Office;

/** Gives each test of a file an office, as `office`. */
export function provideOffice(): void {
  beforeEach(() => {
    office = new Office();
    office.sender.start();
  });

  afterEach(async () => {
    await office.close();
    expect(office.errors).toEqual([]);
  });
}
