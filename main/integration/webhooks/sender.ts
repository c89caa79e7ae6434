import type { OccurrenceKind } from '../../../shared/contract/webhook-events.ts';
import type { WebhookTest } from '../../../shared/contract/webhooks.ts';
import { fail } from '../../../shared/failure.ts';
import type { Database } from '../../ledger/database.ts';
import { createSettings } from '../../ledger/settings.ts';
import type { Lookup } from '../../network/addresses.ts';
import { standardBackOff } from '../../network/classify-answer.ts';
import { createPost, type Post, type PostOptions } from '../../network/http-post.ts';
import type { BackOff } from '../../platform/back-off.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretStore } from '../../vault/secret-store.ts';
import { createDailyPrune } from '../store/prune-daily.ts';
import { createDeliverer } from './deliverer.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { createDeliveryRequest } from './delivery-request.ts';
import { createEndpoints, type Endpoints } from './endpoints.ts';
import type { Occurrence, OccurrenceSource } from './occurrence.ts';
import { createOutbox } from './outbox.ts';
import { createSenderSettings, type SenderSettings } from './settings.ts';
import { sendTest } from './test-event.ts';

export interface WebhookSenderOptions {
  /** The environment's integration database. */
  readonly database: Database;
  readonly sources: readonly OccurrenceSource[];
  readonly secrets: SecretStore;
  /** Before the names of secrets in the vault, for instance `production`. */
  readonly vaultPrefix: string;
  readonly clock: Clock;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  readonly lookup: Lookup;
  /** Whether receivers on this machine may be called by plain HTTP: in training. */
  readonly plainToLoopback: boolean;
  /** PEM of authorities trusted beside the system's. */
  readonly certificates?: (() => readonly string[]) | undefined;
  readonly proxyFor?: PostOptions['proxyFor'];
  /** The time that a receiver may take for its answer, milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly backOff?: BackOff | undefined;
  /** A delivery was added, or has changed its state. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** Tells the shop's receivers what happens at this terminal, at least once, whatever fails in between. */
export interface WebhookSender {
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
  readonly settings: SenderSettings;
  /** Begins to follow the sources and to send. By one process of a data folder alone. */
  start(): void;
  stop(): Promise<void>;
  /** Something happened that a source tells of, or an endpoint changed. */
  wake(): void;
  /** For what no source tells. Telling it again, after a restart for instance, sends nothing twice. */
  announce(occurrence: Occurrence): void;
  /** Sends one delivery now and answers when its result is written. */
  sendNow(id: string): Promise<void>;
  /**
   * Sends a test to this endpoint now and once, of this kind or of none, and answers the result.
   * @throws FailureError `not-found`
   */
  sendTest(endpoint: string, kind?: OccurrenceKind): Promise<WebhookTest>;
  /**
   * Makes a delivery due now, even one that was delivered: its receiver may have lost it. False when it was given up,
   * or its receiver removed.
   */
  redeliver(id: string): boolean;
  idle(): Promise<void>;
}

const standardTimeoutMs = 10_000;
/** The most of an answer's body that is read. */
const answerBytes = 4096;
/** A claim must outlast two calls, one with each secret of a rotation, and what a busy machine adds. */
const leaseTimeouts = 3;
/** The time for which the list shows what is done with. */
const keepDays = 90;

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { database, sources, secrets, vaultPrefix, clock, random, lookup, plainToLoopback } = options;
  const {
    certificates,
    timeoutMs = standardTimeoutMs,
    backOff = standardBackOff,
    onChange,
    onError,
  } = options;
  const now = () => clock.now();
  const settings = createSenderSettings(createSettings(database));
  const endpoints = createEndpoints({ database, secrets, vaultPrefix, now, plainToLoopback, lookup });
  const deliveries = createDeliveries(database);
  const outbox = createOutbox({
    database,
    sources,
    deliveries,
    endpoints: endpoints.list,
    settings: settings.get,
    now,
  });
  const post: Post = createPost({
    lookup,
    timeoutMs,
    answerBytes,
    plainToLoopback,
    certificates,
    proxyFor: options.proxyFor,
  });
  const request = createDeliveryRequest({ endpoints, settings: settings.get, post, clock, onError });
  const prune = createDailyPrune({ database, clock, keepDays, prune: deliveries.prune });

  const deliverer = createDeliverer({
    deliveries,
    endpoints,
    settings: settings.get,
    request,
    clock,
    random,
    backOff,
    leaseMs: leaseTimeouts * timeoutMs,
    beforeTick() {
      if (outbox.fill() > 0) onChange();
      prune();
    },
    onChange,
    onError,
  });

  return {
    endpoints,
    deliveries,
    settings,
    start: deliverer.start,
    stop: deliverer.stop,
    wake: deliverer.wake,
    announce(occurrence) {
      if (outbox.add(occurrence) === 0) return;
      onChange();
      deliverer.wake();
    },
    sendNow: deliverer.sendNow,
    sendTest: async (endpoint, kind) =>
      (await sendTest(endpoint, kind, { request, settings: settings.get, clock })) ?? fail('not-found'),
    redeliver(id) {
      const isDue = deliveries.redeliver(id, now());
      if (isDue) {
        onChange();
        deliverer.wake();
      }
      return isDue;
    },
    idle: deliverer.idle,
  };
}
