import type { CallName } from '../../gateway/profile.ts';
import type { Fault, FaultKind, FaultOf, Faults } from './faults.ts';

/** The faults in force, which can change while the sandbox runs. */
export class FaultSwitch {
  #faults: Faults;

  constructor(faults: Faults = []) {
    this.#faults = faults;
  }

  current(): Faults {
    return this.#faults;
  }

  /** Replaces the faults in force; an empty list restores normal behaviour. */
  set(faults: Faults): void {
    this.#faults = faults;
  }

  find<K extends FaultKind>(
    kind: K,
    on?: CallName,
    applies: (fault: FaultOf<K>) => boolean = () => true,
  ): FaultOf<K> | undefined {
    return this.#faults.find(
      (fault): fault is FaultOf<K> & Fault =>
        fault.kind === kind &&
        (fault.on === undefined || fault.on === on) &&
        applies(fault as unknown as FaultOf<K>),
    );
  }

  /** Finds a fault as `find` does, and counts it as used once. */
  take<K extends FaultKind>(
    kind: K,
    on?: CallName,
    applies?: (fault: FaultOf<K>) => boolean,
  ): FaultOf<K> | undefined {
    const fault = this.find(kind, on, applies);
    if (fault?.times !== undefined) {
      const left = fault.times - 1;
      this.#faults = this.#faults.flatMap((each) =>
        Object.is(each, fault) ? (left > 0 ? [{ ...each, times: left }] : []) : [each],
      );
    }
    return fault;
  }
}
