import type { PracticeKind } from '../../../shared/contract/terminal/practice.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Fault } from '../../sandbox/faults/faults.ts';
import type { Sandbox } from '../../sandbox/start-sandbox.ts';

export interface PracticeOptions {
  readonly faults: Sandbox['faults'];
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Called when a fault ended, so that waiting documents can be sent. */
  readonly onEnd: () => void;
}

/** The number of milliseconds for which a fault lasts. */
const lasts = 2 * 60_000;

const faultOf: Readonly<Record<Exclude<PracticeKind, 'noPaper'>, Fault>> = {
  away: { kind: 'drop' },
  slow: { kind: 'slow', milliseconds: 4_000 },
  refuseNext: { kind: 'reject', times: 1 },
  warnNext: { kind: 'warn', times: 1 },
};
/** The faults that end with the next document instead of after a time. */
const forNext: readonly PracticeKind[] = ['refuseNext', 'warnNext'];

/** The faults of the sandbox and the printer that a manager requests in training. */
export function createPractice({ faults, clock, onEnd }: PracticeOptions) {
  const timed = new Map<PracticeKind, { readonly until: number; readonly cancel: () => void }>();

  const isFaultOf = (kind: PracticeKind) => (fault: Fault) =>
    kind !== 'noPaper' && fault.kind === faultOf[kind].kind;

  function remove(kind: PracticeKind): void {
    timed.get(kind)?.cancel();
    timed.delete(kind);
    faults.set(faults.current().filter((fault) => !isFaultOf(kind)(fault)));
  }

  return {
    faults: () => [
      ...[...timed].map(([kind, { until }]) => ({ kind, until: new Date(until).toISOString() })),
      // The sandbox removes such a fault once it has occurred.
      ...forNext.filter((kind) => faults.current().some(isFaultOf(kind))).map((kind) => ({ kind })),
    ],
    cause(kind: PracticeKind) {
      remove(kind);
      if (kind !== 'noPaper') faults.set([...faults.current(), faultOf[kind]]);
      if (forNext.includes(kind)) return;
      const cancel = clock.after(lasts, () => {
        remove(kind);
        onEnd();
      });
      timed.set(kind, { until: clock.now() + lasts, cancel });
    },
    end() {
      for (const kind of [...timed.keys(), ...forNext]) remove(kind);
      onEnd();
    },
    /** Returns true while the printer pretends to have no paper. */
    isPaperOut: () => timed.has('noPaper'),
    stop() {
      for (const { cancel } of timed.values()) cancel();
    },
  };
}
