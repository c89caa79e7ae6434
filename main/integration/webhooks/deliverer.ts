import type { WebhookSettings } from '../../../shared/contract/webhooks.ts';
import type { Clock } from '../../platform/clock.ts';
import { createPollTimer, pauseAfterErrorMs } from '../../platform/poll-timer.ts';
import type { Deliveries, DueDelivery } from './deliveries.ts';
import type { Endpoints } from './endpoints.ts';
import type { Post, PostAnswer } from './http-post.ts';
import { classifyAnswer, type Delays, timestampOf } from './policy.ts';
import { sign } from './signature.ts';

/*
 * Sends what is due. The rows are the truth; this only acts on them. Each endpoint has calls of its own, so that one
 * receiver that hangs holds nobody else's events.
 */

export interface DelivererOptions {
  readonly deliveries: Deliveries;
  readonly endpoints: Pick<Endpoints, 'list' | 'get' | 'secretsOf'>;
  readonly settings: () => WebhookSettings;
  readonly post: Post;
  readonly clock: Clock;
  /** Evenly from [0, 1). */
  readonly random: () => number;
  readonly delays: Delays;
  /** After how many milliseconds without a result an attempt is taken for lost; above two of the longest calls. */
  readonly leaseMs: number;
  /** Before each look at what is due: makes what happened into deliveries. */
  readonly beforeLook: () => void;
  /** A delivery moved. */
  readonly onChange: () => void;
  /** Something went wrong that is no answer (a full disk, a locked vault); the others go on. */
  readonly onError: (error: unknown) => void;
}

export interface Deliverer {
  start(): void;
  /** Begins no more attempts and waits for those under way. */
  stop(): Promise<void>;
  /** Looks for what is due, shortly. */
  wake(): void;
  /** Sends this one now, whenever it is due, and answers when its result is written. */
  sendNow(id: string): Promise<void>;
  /** Resolves when nothing is under way and nothing is due. */
  idle(): Promise<void>;
}

/** Calls under way at once to one endpoint. */
const callsEach = 4;
/** Of a receiver's answer, for whoever looks for the reason. */
const storedAnswerLength = 1_000;

export function createDeliverer(options: DelivererOptions): Deliverer {
  const { deliveries, endpoints, settings, post, clock, random, delays, leaseMs } = options;
  const { beforeLook, onChange, onError } = options;
  const underWay = new Map<string, { endpoint: string; done: Promise<void> }>();
  let running = false;
  const nextLook = createPollTimer(clock, look);
  const idleWaiters: (() => void)[] = [];

  function guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /** Begins every attempt that may begin, and sees to it that it is called again in time. */
  function look(): void {
    nextLook.cancel();
    if (running) nextLook.in(guarded(beginDue) ?? pauseAfterErrorMs);
    if (underWay.size > 0) return;
    for (const resolve of idleWaiters.splice(0)) resolve();
  }

  /** Answers how long nothing else can begin, in milliseconds. */
  function beginDue(): number {
    beforeLook();
    const now = clock.now();
    const enabled = endpoints.list().filter((endpoint) => endpoint.enabled);
    const longestMs = Math.max(delays.longest, leaseMs);
    for (const { id } of enabled) {
      const limit = callsEach - callsTo(id);
      const claims = { now, limit, leaseMs, longestMs, underWay: [...underWay.keys()] };
      for (const due of deliveries.claim(id, claims)) void carry(due);
    }
    // A full endpoint is looked at again when one of its calls ends.
    const free = enabled.filter(({ id }) => callsTo(id) < callsEach).map(({ id }) => id);
    const nextAt = deliveries.nextAt(free, [...underWay.keys()]) ?? Number.POSITIVE_INFINITY;
    return Math.max(nextAt - now, 0);
  }

  function callsTo(endpoint: string): number {
    let calls = 0;
    for (const call of underWay.values()) if (call.endpoint === endpoint) calls += 1;
    return calls;
  }

  /** One attempt, from claim to settled row. Never rejects. */
  function carry(due: DueDelivery): Promise<void> {
    const done = attempt(due)
      .catch(onError) // the row keeps its lease, and is due again when that ends
      .finally(() => {
        underWay.delete(due.id);
        guarded(onChange);
        look();
      });
    underWay.set(due.id, { endpoint: due.endpoint, done });
    guarded(onChange);
    return done;
  }

  async function attempt(due: DueDelivery): Promise<void> {
    const answer = await call(due);
    const now = clock.now();
    const { maxAttempts } = settings();
    const { attempts } = due;
    const verdict = classifyAnswer(answer, { attempts, maxAttempts, now, random, delays });
    const answered = answer.kind === 'answer' ? answer : undefined;
    deliveries.settle(due.id, verdict, {
      at: now,
      httpStatus: answered?.status,
      answer: answered?.text.slice(0, storedAnswerLength),
    });
  }

  /**
   * During a rotation nobody knows which secrets the receiver takes at this moment: where it refuses the signature of
   * one, the other is tried before the refusal counts.
   */
  async function call(due: DueDelivery): Promise<PostAnswer> {
    const { url, allowPrivate } = endpoints.get(due.endpoint);
    const body = Buffer.from(due.body);
    let answer: PostAnswer = { kind: 'no-answer', why: 'secret-unavailable' };
    for (const secret of await secretsOf(due.endpoint)) {
      const headers = {
        'Content-Type': 'application/json',
        'X-Service-Event': due.type,
        'X-Service-Delivery': due.id,
        'X-Service-Signature': sign(body, secret),
        'X-Service-Timestamp': String(timestampOf(due.occurredAt, clock.now(), settings())),
      };
      answer = await post({ url, headers, body, allowPrivate });
      if (answer.kind !== 'answer' || answer.status !== 401) break;
    }
    return answer;
  }

  async function secretsOf(endpoint: string): Promise<string[]> {
    try {
      return await endpoints.secretsOf(endpoint);
    } catch (error) {
      onError(error);
      return [];
    }
  }

  return {
    start() {
      if (running) return;
      running = true;
      look();
    },
    async stop() {
      running = false;
      nextLook.cancel();
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
    wake() {
      if (running) nextLook.in(0); // not at once: whoever wakes us has a customer waiting for an answer
    },
    async sendNow(id) {
      const call = underWay.get(id);
      if (call !== undefined) return call.done;
      const due = deliveries.claimOne(id, clock.now(), leaseMs);
      if (due !== undefined) await carry(due);
    },
    idle() {
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
        look();
      });
    },
  };
}
