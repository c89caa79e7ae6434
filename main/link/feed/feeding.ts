import { setTimeout as pause } from 'node:timers/promises';
import type { OfficeTrouble } from '../../../shared/alarm.ts';
import type { FeedHead } from '../../../shared/office/wire/feed.ts';
import type { TillStatus } from '../../../shared/office/wire/till-status.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { AuditAction } from '../../books/ledger/audit/audit-actions.ts';
import { type CarryOutCommand, createCarryOut, rhythmOf } from '../orders/carry-out.ts';
import { createOrderInbox, type OrderInbox } from '../orders/order-inbox.ts';
import { createFeed, type Feed, type FeedState } from './feed.ts';
import type { Enrolment, OfficeClient } from './office-client.ts';
import type { BatchReader, Finding } from './pack-batch.ts';

/** A difference between the office's copy and this ledger. */
export interface OfficeFinding {
  readonly found: Finding;
  readonly have: FeedHead;
}

export interface OrdersOptions {
  readonly secrets: SecretStore;
  /** The vault's names for the till's own key and for the office's. */
  readonly names: { readonly key: string; readonly pin: string };
  /** Carries out orders that correspond to a person's commands. */
  readonly carryOut: CarryOutCommand | undefined;
  readonly audit: (action: AuditAction, detail: object) => void;
  /** Called when the head office stopped the till, or released it. */
  readonly onStop: () => void;
}

export interface FeedingOptions {
  readonly settings: Settings;
  readonly client: OfficeClient;
  readonly orders: OrdersOptions;
  readonly ledger: string;
  /** Returns the till's status; undefined before it is open. */
  readonly status?: (() => TillStatus | undefined) | undefined;
  /** Makes the reader of the ledger, which is closed when the membership ends. */
  readonly openReader: () => BatchReader;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called when `finding` changed, except while `witness` waits for it. */
  readonly onFinding: () => void;
  /** Called when `alarms` may have changed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** The number of milliseconds that the first sale waits for the office at most. */
const witnessWithin = 2_000;

/** Returns the problem, if the state is one that does not end by itself. */
function troubleOf(state: FeedState): OfficeTrouble | undefined {
  if (state.state === 'unknown' || state.state === 'left') return state.state;
  if (state.state === 'other-certificate') return 'certificate';
  if (state.state !== 'refused') return undefined;
  const { code } = state;
  if (code === 'ahead' || code === 'older' || code === 'forked' || code === 'stopped') return undefined;
  return code === 'other-ledger' || code === 'stranger' ? code : 'damaged';
}

function createFacts({
  clock,
  onFinding,
  onChange,
}: Pick<FeedingOptions, 'clock' | 'onFinding' | 'onChange'>) {
  let finding: OfficeFinding | undefined;
  let lastContact: number | undefined;
  let trouble: OfficeTrouble | undefined;
  let isQuiet = false;
  return {
    get finding() {
      return finding;
    },
    get lastContact() {
      return lastContact;
    },
    get trouble() {
      return trouble;
    },
    onCompared(found: Finding | undefined, have: FeedHead): void {
      lastContact = clock.now();
      if (found === finding?.found) return;
      finding = found && { found, have };
      if (!isQuiet) onFinding();
    },
    onState(state: FeedState): void {
      const now = troubleOf(state);
      // An office that is unreachable reports nothing new.
      if (state.state === 'away' || now === trouble) return;
      trouble = now;
      onChange();
    },
    /** Does some work during which `onFinding` is not called. */
    async quietly(work: () => Promise<unknown>): Promise<void> {
      isQuiet = true;
      await work();
      isQuiet = false;
    },
    forget(): void {
      trouble = undefined;
      lastContact = undefined;
      if (finding === undefined) return;
      finding = undefined;
      onFinding();
    },
  };
}

function openInbox(options: FeedingOptions, { tenant, device }: Enrolment, soon: () => void): OrderInbox {
  const { orders, settings, ledger, clock, onChange, onError } = options;
  const { secrets, names, audit, onStop } = orders;
  return createOrderInbox({
    settings,
    secrets,
    names,
    ledger,
    clock,
    audit,
    onError,
    subject: `${tenant}.${device}`,
    carryOut: createCarryOut({ settings, clock, audit, onStop, carryOutCommand: orders.carryOut }),
    onAnswer() {
      soon();
      onChange();
    },
  });
}

export function createFeeding(options: FeedingOptions, enrolment: () => Enrolment | undefined) {
  const { settings, client, clock, random, status, onError, openReader } = options;
  const facts = createFacts(options);
  let feed: Feed | undefined;
  /** The enrolment that the feed uses, as text. */
  let fedBy: string | undefined;
  let reader: BatchReader | undefined;
  let inbox: OrderInbox | undefined;

  function open(): Feed | undefined {
    const current = enrolment();
    if (current === undefined) return undefined;
    reader ??= openReader();
    fedBy ??= JSON.stringify(current);
    if (feed !== undefined) return feed;
    inbox = openInbox(options, current, () => feed?.soon());
    feed = createFeed({
      reader,
      client,
      clock,
      random,
      status,
      onError,
      enrolment: current,
      orders: inbox,
      rhythm: () => rhythmOf(settings),
      onCompared: facts.onCompared,
      onState: facts.onState,
    });
    inbox.resume();
    return feed;
  }

  return {
    facts: facts as Pick<typeof facts, 'finding' | 'lastContact' | 'trouble'>,
    open,
    /** Returns true when the enrolment has changed since feeding began. */
    isOfAnother: () => fedBy !== JSON.stringify(enrolment()),
    get last() {
      return feed?.last;
    },
    async ask(): Promise<OfficeFinding | undefined> {
      const session = open();
      if (session === undefined || facts.lastContact !== undefined) return facts.finding;
      await facts.quietly(() => {
        const answer = session.once().catch(onError);
        return Promise.race([answer, pause(witnessWithin, undefined, { ref: false })]);
      });
      return facts.finding;
    },
    async close(): Promise<void> {
      await feed?.stop();
      await inbox?.settled();
      await reader?.close();
      inbox = undefined;
      feed = undefined;
      reader = undefined;
      fedBy = undefined;
    },
    forget: facts.forget,
  };
}

export type Feeding = ReturnType<typeof createFeeding>;
