import type { Pair } from './basic.ts';
import type { IssueOutcome } from './issue-outcome.ts';
import type { Outcome } from './outcome.ts';
import type { CallName } from './profile.ts';

/** The gateway's time and the time here, in milliseconds since 1970. */
export interface ServerTimeReading {
  /** The time in the Date header, which is truncated to whole seconds. */
  readonly serverTime: number;
  /** The time here when the call began and when its answer arrived: the header was written in between. */
  readonly begunAt: number;
  readonly endedAt: number;
}

/** A refused credential: status 401 or 403, or 0 if the credential could not even be written into the header. */
export interface RefusedCredential {
  readonly at: number;
  readonly call: CallName;
  readonly csid?: string | undefined;
  readonly httpStatus: number;
  /** The code of the first error, as received. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

export interface GatewayObserver {
  readonly onServerTime?: ((reading: ServerTimeReading) => void) | undefined;
  readonly onCredentialRefused?: ((refused: RefusedCredential) => void) | undefined;
}

export async function observed<T extends Outcome | IssueOutcome>(
  call: CallName,
  pair: Pair | undefined,
  { observer, now }: { readonly observer: GatewayObserver; readonly now: () => number },
  make: () => Promise<T>,
): Promise<T> {
  const begunAt = now();
  const outcome = await make();
  const endedAt = now();
  const { answer } = outcome;
  // An unreadable answer may come from a captive portal or a proxy, whose clock is irrelevant.
  const fromGateway = outcome.kind !== 'unknown' || outcome.why !== 'unreadable';
  if (answer?.serverTime !== undefined && fromGateway)
    observer.onServerTime?.({ serverTime: answer.serverTime, begunAt, endedAt });
  if (outcome.kind === 'credential-refused') {
    const [error] = outcome.errors;
    const { httpStatus } = outcome.answer;
    observer.onCredentialRefused?.({
      at: endedAt,
      call,
      csid: pair?.csid,
      httpStatus,
      code: error?.code,
      message: error?.message,
    });
  }
  return outcome;
}
