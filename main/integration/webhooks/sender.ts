import type { Endpoint } from '../../../shared/contract/programs/webhooks.ts';
import type { Lookup } from '../../base/network/addresses.ts';
import { standardBackOff } from '../../base/network/classify-answer.ts';
import { createPost, type Post, type PostOptions } from '../../base/network/http-post.ts';
import type { BackOff } from '../../base/platform/back-off.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { createDailyPrune } from '../store/prune-daily.ts';
import { createChangeEndpoint } from './change-endpoint.ts';
import { createDeadLetters } from './dead-letters.ts';
import { createDeliverer } from './deliverer.ts';
import { createDeliveries } from './deliveries.ts';
import { createDeliveryRequest } from './delivery-request.ts';
import { createEndpoints } from './endpoints.ts';
import type { Occurrence, OccurrenceSource } from './occurrence.ts';
import { createOutbox } from './outbox.ts';
import { createSenderSettings } from './settings.ts';
import { createSendTest } from './test-event.ts';
import { createWebhookAlarms } from './webhook-alarms.ts';

export interface WebhookSenderOptions {
  readonly database: Database;
  readonly sources: readonly OccurrenceSource[];
  readonly secrets: SecretStore;
  /** The prefix of the names of secrets in the vault, for instance `production`. */
  readonly vaultPrefix: string;
  readonly clock: Clock;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  readonly lookup: Lookup;
  /** True when receivers on this machine may be called by plain HTTP, as in training. */
  readonly plainToLoopback: boolean;
  /** PEM of the authorities that are trusted besides the system's. */
  readonly certificates?: (() => readonly string[]) | undefined;
  readonly proxyFor?: PostOptions['proxyFor'];
  /** The time that a receiver may take for its answer, milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly backOff?: BackOff | undefined;
  /** Called when a delivery was added, or has changed its state. */
  readonly onChange: () => void;
  /** Called when a receiver answered 410 and was turned off. */
  readonly onGone?: ((endpoint: Endpoint) => void) | undefined;
  readonly onError: (error: unknown) => void;
}

const standardTimeoutMs = 10_000;
/** The largest part of an answer's body that is read, in bytes. */
const answerBytes = 4096;
/** A lease must outlast two calls, one with each secret of a rotation, and the delays of a busy machine. */
const leaseTimeouts = 3;
/** The days for which the list shows finished deliveries. */
const keepDays = 90;

/** Notifies the shop's receivers of events at this terminal, at least once, despite any failure. */
export function createWebhookSender(options: WebhookSenderOptions) {
  const { database, sources, secrets, vaultPrefix, clock, random, lookup, plainToLoopback } = options;
  const { timeoutMs = standardTimeoutMs, backOff = standardBackOff } = options;
  const { onChange, onGone = () => {}, onError } = options;
  const now = () => clock.now();
  const settings = createSenderSettings(createSettings(database));
  const endpoints = createEndpoints({
    database,
    secrets,
    vaultPrefix,
    now,
    plainToLoopback,
    lookup,
    beforeWanting: () => void outbox.fill(),
  });
  const deliveries = createDeliveries(database);
  const outbox = createOutbox({
    database,
    sources,
    deliveries,
    endpoints: endpoints.list,
    settings: settings.get,
    now,
  });
  const { certificates, proxyFor } = options;
  const post: Post = createPost({ lookup, timeoutMs, answerBytes, plainToLoopback, certificates, proxyFor });
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
    onGone,
    onError,
  });

  const { sendNow, wake } = deliverer;
  return {
    endpoints,
    deliveries,
    deadLetters: createDeadLetters({ deliveries, endpoints, sendNow, wake, now }),
    settings,
    /** Begins to follow the sources and to send. Only one process of a data folder may do this. */
    start: deliverer.start,
    stop: deliverer.stop,
    wake,
    /** Changes an endpoint, once its receiver may be called, and goes on with what waits for it. @throws FailureError */
    changeEndpoint: createChangeEndpoint(endpoints, wake),
    /** Sends an event that no source reports; if the call is repeated, nothing is sent twice. */
    announce(occurrence: Occurrence) {
      if (outbox.add(occurrence) === 0) return;
      onChange();
      wake();
    },
    sendNow,
    /** Sends one test now, of this kind or of none. @throws FailureError `not-found` */
    sendTest: createSendTest({ endpoints, request, settings: settings.get, clock, wake }),
    /** Makes a delivery due now, even a delivered one. Returns false if it was discarded, or its receiver removed. */
    redeliver(id: string) {
      if (!deliveries.redeliver(id, now())) return false;
      endpoints.health.endPause(deliveries.get(id).endpoint);
      onChange();
      wake();
      return true;
    },
    idle: deliverer.idle,
    alarms: createWebhookAlarms(database, endpoints.list),
  };
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;
