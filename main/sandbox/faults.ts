import { fail } from '../../shared/failure.ts';

/** One way to misbehave; `times` answers long, or until it is taken away. */
export type Fault = (
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Answers with this status and does nothing else. */
  | { readonly kind: 'status'; readonly status: number }
  /** 429 with this many seconds in Retry-After. */
  | { readonly kind: 'rate-limit'; readonly seconds: number }
  /**
   * drop: does all of its work and then cuts the connection · broken-json: cuts the answer's text · silence: takes the
   * request and never answers · clearance-off: 303 on clearance · not-compliant: 428 on renewal
   */
  | { readonly kind: 'drop' | 'broken-json' | 'silence' | 'clearance-off' | 'not-compliant' }
) & { readonly times?: number | undefined };

export type Faults = readonly Fault[];
export type FaultKind = Fault['kind'];

const plainKinds: readonly FaultKind[] = ['drop', 'broken-json', 'silence', 'clearance-off', 'not-compliant'];

/**
 * Reads `delay=500` (milliseconds), `status=503`, `rate-limit=5` (seconds), `drop`, `broken-json`, `silence`,
 * `clearance-off` or `not-compliant`; each may end in `*3`: only three times.
 * @throws FailureError `bad-input` for anything else
 */
export function parseFault(text: string): Fault {
  const [, name = '', value, often] = /^([a-z-]+)(?:=(\d{1,9}))?(?:\*(\d{1,9}))?$/.exec(text) ?? [];
  const times = often === undefined ? {} : { times: Number(often) };
  const number = value === undefined ? undefined : Number(value);
  if (times.times === 0) return refuse(text);
  const kind = plainKinds.find((plain) => plain === name);
  if (number === undefined) return kind === undefined ? refuse(text) : ({ kind, ...times } as Fault);
  if (name === 'delay') return { kind: 'delay', milliseconds: number, ...times };
  if (name === 'rate-limit') return { kind: 'rate-limit', seconds: number, ...times };
  if (name === 'status' && number >= 400 && number <= 599)
    return { kind: 'status', status: number, ...times };
  return refuse(text);
}

/** The text that `parseFault` reads. */
export function faultText(fault: Fault): string {
  const value =
    fault.kind === 'delay'
      ? `=${fault.milliseconds}`
      : fault.kind === 'status'
        ? `=${fault.status}`
        : fault.kind === 'rate-limit'
          ? `=${fault.seconds}`
          : '';
  return `${fault.kind}${value}${fault.times === undefined ? '' : `*${fault.times}`}`;
}

function refuse(text: string): never {
  return fail('bad-input', {
    issues: [
      {
        path: ['fault'],
        code: 'unknown-fault',
        message:
          'must be delay=MS, status=4xx or 5xx, rate-limit=SECONDS, drop, broken-json, silence, clearance-off or not-compliant, and may end in *TIMES',
        params: { value: text.slice(0, 100) },
      },
    ],
  });
}

/** The faults in force, switchable while the sandbox runs. */
export class FaultSwitch {
  #faults: Faults;

  constructor(faults: Faults = []) {
    this.#faults = faults;
  }

  current(): Faults {
    return this.#faults;
  }

  /** Instead of those in force; an empty list behaves well again. */
  set(faults: Faults): void {
    this.#faults = faults;
  }

  /** The fault of a kind, if one is in force; counts it as used once. */
  take<K extends FaultKind>(kind: K): Extract<Fault, { kind: K }> | undefined {
    const fault = this.#faults.find((each) => each.kind === kind);
    if (fault?.times !== undefined) {
      const left = fault.times - 1;
      this.#faults = this.#faults.flatMap((each) =>
        each !== fault ? [each] : left > 0 ? [{ ...each, times: left }] : [],
      );
    }
    return fault as Extract<Fault, { kind: K }> | undefined;
  }
}
