import { type PracticeKind, practiceKinds } from '../../../shared/contract/terminal/practice.ts';
import type { SimulatedOutcome } from '../../../shared/contract/till/card.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Fault } from '../../sandbox/faults/faults.ts';
import type { Sandbox } from '../../sandbox/start-sandbox.ts';

export interface PracticeOptions {
  readonly faults: Sandbox['faults'];
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Makes the card terminal for practice answer so from now on. */
  readonly setOutcome: (outcome: SimulatedOutcome) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Called when a fault ended, so that waiting documents can be sent. */
  readonly onEnd: () => void;
}

/** The number of milliseconds for which a fault lasts. */
const lasts = 2 * 60_000;

const faultOf: Readonly<Partial<Record<PracticeKind, Fault>>> = {
  away: { kind: 'drop' },
  slow: { kind: 'slow', milliseconds: 4_000 },
  refuseNext: { kind: 'reject', times: 1 },
  warnNext: { kind: 'warn', times: 1 },
};
/** The outcomes that the card terminal for practice gives meanwhile. */
const outcomeOf: Readonly<Partial<Record<PracticeKind, SimulatedOutcome>>> = {
  cardDeclined: 'decline',
  cardAnswerLost: 'loseAnswer',
};
/** The faults that end with the next document instead of after a time. */
const forNext: readonly PracticeKind[] = ['refuseNext', 'warnNext'];

/** The faults of the sandbox, the card terminal and the printer that a person requests in training. */
export function createPractice({ faults, clock, setOutcome, onError, onEnd }: PracticeOptions) {
  const timed = new Map<PracticeKind, { readonly until: number; readonly cancel: () => void }>();

  const isFaultOf = (kind: PracticeKind) => (fault: Fault) => fault.kind === faultOf[kind]?.kind;

  function remove(kind: PracticeKind): void {
    const before = timed.get(kind);
    before?.cancel();
    timed.delete(kind);
    if (before !== undefined && outcomeOf[kind] !== undefined) setOutcome('approve').catch(onError);
    faults.set(faults.current().filter((fault) => !isFaultOf(kind)(fault)));
  }

  return {
    faults: () => [
      ...[...timed].map(([kind, { until }]) => ({ kind, until: new Date(until).toISOString() })),
      // The sandbox removes such a fault once it has occurred.
      ...forNext.filter((kind) => faults.current().some(isFaultOf(kind))).map((kind) => ({ kind })),
    ],
    /** Requests a fault. @throws FailureError `no-card-terminal` for one of the card without a card terminal */
    async cause(kind: PracticeKind) {
      const outcome = outcomeOf[kind];
      // The card terminal has one outcome at a time.
      for (const one of outcome === undefined ? [kind] : practiceKinds)
        if (one === kind || outcomeOf[one] !== undefined) remove(one);
      const fault = faultOf[kind];
      if (fault !== undefined) faults.set([...faults.current(), fault]);
      if (outcome !== undefined) await setOutcome(outcome);
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
