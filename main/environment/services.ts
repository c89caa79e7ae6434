import type { Alarm } from '../../shared/alarm.ts';
import type { Clock } from '../platform/clock.ts';
import { closeInOrder } from '../platform/close-in-order.ts';

/** A part of an environment that works by itself, or holds something open. */
export interface Service {
  start?(): void | Promise<void>;
  /** Ends what it does and lets go of what it holds. */
  stop?(): void | Promise<void>;
  /** Returns what a person must know of it while it lasts. @param now milliseconds since 1970 */
  alarms?(now: number): readonly Alarm[];
}

/** When a service begins: with the folder's leading program, or once all is there that a sale needs. */
export type Phase = 'leading' | 'ready';

/** The services of one environment, in the order in which they were made. */
export interface Services {
  /** Puts a service behind those that it uses, and gives it back. */
  add<S extends Service>(name: string, service: S, phase?: Phase): S;
  /** Starts what begins in this phase and has not begun, in order. */
  start(phase: Phase): Promise<void>;
  alarms(now: number): Alarm[];
  /** No service begins anything new any more. */
  readonly isStopping: boolean;
  /** Stops every service that was made, the last one first. Never rejects. */
  stop(): Promise<void>;
}

/** @param onError hears of what does not end, or not in time */
export function createServices(clock: Pick<Clock, 'after'>, onError: (error: unknown) => void): Services {
  const made: { readonly name: string; readonly service: Service; readonly phase: Phase | undefined }[] = [];
  const begun = new Set<Service>();
  let isStopping = false;

  return {
    add(name, service, phase) {
      made.push({ name, service, phase });
      return service;
    },
    async start(phase) {
      for (const { service, phase: own } of made) {
        if (isStopping || own !== phase || begun.has(service)) continue;
        begun.add(service);
        await service.start?.();
      }
    },
    alarms: (now) => made.flatMap(({ service }) => service.alarms?.(now) ?? []),
    get isStopping() {
      return isStopping;
    },
    async stop() {
      isStopping = true;
      const steps = made.toReversed().map(({ name, service }) => [name, () => service.stop?.()] as const);
      await closeInOrder(Object.fromEntries(steps), { clock, onError });
    },
  };
}
