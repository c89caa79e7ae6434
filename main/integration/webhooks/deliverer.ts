import type { WebhookSettings } from '../../../shared/contract/programs/webhooks.ts';
import { classifyAnswer } from '../../base/network/classify-answer.ts';
import type { BackOff } from '../../base/platform/back-off.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { createJobRunner } from '../../base/platform/job-runner.ts';
import type { DeliveryList } from './delivery-list.ts';
import type { DeliveryQueue, DueDelivery } from './delivery-queue.ts';
import type { DeliveryRequest } from './delivery-request.ts';
import type { Endpoints } from './endpoints.ts';

/*
 * Sends due deliveries. The rows are authoritative; the deliverer only acts on them. Each endpoint has its own calls,
 * so that a receiver that hangs does not delay the events of others.
 */

export interface DelivererOptions {
  readonly deliveries: DeliveryQueue & Pick<DeliveryList, 'get'>;
  readonly endpoints: Pick<Endpoints, 'list'>;
  readonly settings: () => WebhookSettings;
  readonly request: DeliveryRequest;
  readonly clock: Clock;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  readonly backOff: BackOff;
  /** The milliseconds until an attempt without a result counts as lost; more than two of the longest calls. */
  readonly leaseMs: number;
  /** Runs before each tick: turns events into deliveries. */
  readonly beforeTick: () => void;
  readonly onChange: () => void;
  /** Called for failures other than answers (a full disk, a locked vault); the other deliveries continue. */
  readonly onError: (error: unknown) => void;
}

/** The number of simultaneous calls to one endpoint. */
const callsEach = 4;
/** The number of characters of a receiver's answer that are kept for a person who looks for the reason. */
const storedAnswerLength = 1_000;

export function createDeliverer(options: DelivererOptions) {
  const { deliveries, endpoints, settings, request, clock, random, backOff, leaseMs } = options;
  const { beforeTick, onChange, onError } = options;
  const runner = createJobRunner({ clock, tick, onError });
  const { jobs, guarded } = runner;
  const endpointOf = new Map<string, string>();
  const longestMs = Math.max(backOff.longest, leaseMs);

  function tick(): number | undefined {
    if (!runner.isRunning) return undefined;
    beforeTick();
    const now = clock.now();
    const enabled = endpoints.list().filter((endpoint) => endpoint.enabled);
    for (const { id } of enabled) {
      const limit = callsEach - callsTo(id);
      const claims = { now, limit, leaseMs, longestMs, underWay: jobs.ids() };
      for (const due of deliveries.claim(id, claims)) void deliver(due);
    }
    // If an endpoint has no room, the end of one of its calls runs the next tick.
    const free = enabled.filter(({ id }) => callsTo(id) < callsEach).map(({ id }) => id);
    const nextAt = deliveries.nextAt(free, jobs.ids()) ?? Number.POSITIVE_INFINITY;
    return Math.max(nextAt - now, 0);
  }

  function callsTo(endpoint: string): number {
    let calls = 0;
    for (const other of endpointOf.values()) if (other === endpoint) calls += 1;
    return calls;
  }

  /** Makes one attempt, from claim to settled row. Never rejects. */
  async function deliver(due: DueDelivery): Promise<void> {
    const end = jobs.begin(due.id);
    endpointOf.set(due.id, due.endpoint);
    guarded(onChange);
    try {
      await attempt(due);
    } catch (error) {
      onError(error); // The row keeps its lease, and is due again when the lease ends.
    }
    endpointOf.delete(due.id);
    end();
    guarded(onChange);
    runner.soon();
  }

  async function attempt(due: DueDelivery): Promise<void> {
    const answer = await request(due);
    // The endpoint was removed, and this delivery was dropped with it.
    if (answer === undefined) return;
    const now = clock.now();
    const { maxAttempts } = settings();
    const { attempts } = due;
    const verdict = classifyAnswer(answer, { attempts, maxAttempts, now, random, backOff });
    const answered = answer.kind === 'answer' ? answer : undefined;
    deliveries.settle(due.id, verdict, {
      at: now,
      httpStatus: answered?.status,
      answer: answered?.text.slice(0, storedAnswerLength),
    });
  }

  return {
    start: runner.start,
    stop: runner.stop,
    wake: runner.wake,
    /** Sends this delivery now, due or not, unless its endpoint is off; resolves when its result is written. */
    async sendNow(id: string) {
      const { endpoint } = deliveries.get(id);
      const isOn = endpoints.list().some((each) => each.id === endpoint && each.enabled);
      if (isOn && !jobs.has(id)) {
        const due = deliveries.claimOne(id, clock.now(), leaseMs);
        if (due !== undefined) return deliver(due);
      }
      await jobs.of(id);
    },
    /** Resolves when nothing is in progress and nothing is due. */
    idle: runner.idle,
  };
}
