import type { Endpoint } from '../../../shared/contract/programs/webhooks.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { createJobRunner } from '../../base/platform/job-runner.ts';
import type { DeliveryList } from './delivery-list.ts';
import type { DeliveryQueue, DueDelivery } from './delivery-queue.ts';
import type { DeliveryRequest } from './delivery-request.ts';
import type { Endpoints } from './endpoints.ts';
import { createNoteAnswer, type NoteAnswerOptions } from './note-answer.ts';

/*
 * Sends due deliveries. The rows are authoritative; the deliverer only acts on them. Each endpoint has its own calls,
 * so that a receiver that hangs does not delay the events of others. A receiver whose calls fail gets pauses that grow,
 * and one call after each, until it accepts an event again.
 */

export interface DelivererOptions extends NoteAnswerOptions {
  readonly deliveries: DeliveryQueue & Pick<DeliveryList, 'get'>;
  readonly endpoints: NoteAnswerOptions['endpoints'] & Pick<Endpoints, 'list'>;
  readonly request: DeliveryRequest;
  readonly clock: Clock;
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
  const { deliveries, endpoints, request, clock, backOff, leaseMs } = options;
  const { beforeTick, onChange, onError } = options;
  const noteAnswer = createNoteAnswer(options);
  const runner = createJobRunner({ clock, tick, onError });
  const { jobs, guarded } = runner;
  const endpointOf = new Map<string, string>();
  const longestMs = Math.max(backOff.longest, leaseMs);
  const callsTo = (id: string) => [...endpointOf.values()].filter((other) => other === id).length;

  function tick(): number | undefined {
    if (!runner.isRunning) return undefined;
    beforeTick();
    const now = clock.now();
    const enabled = endpoints.list().filter((endpoint) => endpoint.enabled);
    const ready = enabled.filter((endpoint) => pauseLeft(endpoint, now, longestMs) === 0);
    const room = ({ id, failingSince }: Endpoint) =>
      (failingSince === undefined ? callsEach : 1) - callsTo(id);
    for (const endpoint of ready) {
      const { id } = endpoint;
      const limit = room(endpoint);
      const claims = { now, limit, leaseMs, longestMs, underWay: jobs.ids() };
      for (const due of deliveries.claim(id, claims)) void deliver(due);
    }
    // If an endpoint has no room, the end of one of its calls runs the next tick.
    const free = ready.filter((endpoint) => room(endpoint) > 0).map(({ id }) => id);
    const nextAt = deliveries.nextAt(free, jobs.ids()) ?? Number.POSITIVE_INFINITY;
    const pauses = enabled.map((endpoint) => pauseLeft(endpoint, now, longestMs)).filter((left) => left > 0);
    return Math.max(Math.min(nextAt - now, ...pauses), 0);
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
    const failures = endpoints.health.failures(due.endpoint);
    const answer = await request(due);
    // The endpoint was removed, and this delivery was dropped with it.
    if (answer === undefined) return;
    const now = clock.now();
    const verdict = noteAnswer(due, answer, { failures, now });
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

/** Returns the rest of a receiver's pause in milliseconds; a pause from before a clock was set back is over. */
function pauseLeft({ pausedUntil }: Endpoint, now: number, longestMs: number): number {
  const left = pausedUntil === undefined ? 0 : Date.parse(pausedUntil) - now;
  return left > longestMs ? 0 : Math.max(left, 0);
}
