import type { Alarm } from '../../../../shared/alarm.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import { closeInOrder } from '../../../base/platform/close-in-order.ts';

/** A part of an environment that runs by itself, or holds something open. */
export interface Service {
  start?(): void | Promise<void>;
  /** Ends its work and releases its resources. */
  stop?(): void | Promise<void>;
  /** Returns the alarms that are active now. @param now milliseconds since 1970 */
  alarms?(now: number): readonly Alarm[];
}

/**
 * The time at which a service starts: `leading` when this program leads the folder, for work that one program does for
 * all of them; `ready` once everything is ready for a sale, for work that each does.
 */
export type Phase = 'leading' | 'ready';

/** A service that starts needs a phase, since nothing else starts it; undefined if another part does, or none. */
type PhaseOf<S extends Service> = S extends { readonly start: unknown }
  ? [phase: Phase | undefined]
  : [phase?: undefined];

/** @param onError called for each service that does not stop, or not in time */
export function createServices(clock: Pick<Clock, 'after'>, onError: (error: unknown) => void) {
  const made: { readonly name: string; readonly service: Service; readonly phase: Phase | undefined }[] = [];
  /** Remembers a service from the beginning of its start; after a failure it can be started again. */
  const starts = new Map<Service, Promise<void>>();
  let isStopping = false;

  function startOnce(service: Service): Promise<void> {
    const started = starts.get(service);
    if (started !== undefined) return started;
    const starting = Promise.resolve().then(() => service.start?.());
    starts.set(service, starting);
    starting.catch(() => starts.delete(service));
    return starting;
  }

  return {
    /** Adds a service behind those that it uses, and returns it. */
    add<S extends Service>(name: string, service: S, ...[phase]: PhaseOf<S>) {
      made.push({ name, service, phase });
      return service;
    },
    /**
     * Starts the services of this phase in order, except those that have started. After a failure it may be called again:
     * it continues with the service that could not start.
     */
    async start(phase: Phase) {
      for (const { service, phase: servicePhase } of made) {
        if (isStopping || servicePhase !== phase) continue;
        await startOnce(service);
      }
    },
    alarms: (now: number) => made.flatMap(({ service }) => service.alarms?.(now) ?? []),
    /** True once the services are being stopped: none is started any more. */
    get isStopping() {
      return isStopping;
    },
    /** Stops every service that was made, the last one first. Never rejects. */
    async stop() {
      isStopping = true;
      const steps = made.toReversed().map(({ name, service }) => [name, () => service.stop?.()] as const);
      await closeInOrder(Object.fromEntries(steps), { clock, onError });
    },
  };
}

export type Services = ReturnType<typeof createServices>;
