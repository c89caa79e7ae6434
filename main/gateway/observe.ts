import type { Pair } from './basic.ts';
import type { IssueOutcome } from './issue-outcome.ts';
import type { Outcome } from './outcome.ts';
import type { CallName } from './profile.ts';

/** What time the gateway said it was, and what time it was here. Milliseconds since 1970. */
export interface ServerTimeSighting {
  /** From the Date header, which has whole seconds, cut off. */
  readonly serverTime: number;
  /** Here, when the call began and when its answer was there: the header was written in between. */
  readonly begunAt: number;
  readonly endedAt: number;
}

/** A 401 or 403; 0 where a credential could not even be written into the header. */
export interface RefusedCredential {
  readonly at: number;
  readonly call: CallName;
  /** Of the pair that the call was made with. */
  readonly csid?: string | undefined;
  readonly httpStatus: number;
  /** Of the first error, as they came. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** What calls tell beside what they mean for whoever made them. */
export interface GatewayObserver {
  readonly onServerTime?: ((sighting: ServerTimeSighting) => void) | undefined;
  readonly onCredentialRefused?: ((refused: RefusedCredential) => void) | undefined;
}

export interface ObservedCall {
  readonly call: CallName;
  readonly pair: Pair | undefined;
  readonly observer: GatewayObserver;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Makes a call and tells the observer of it; the outcome is handed on as it is. */
export async function observed<T extends Outcome | IssueOutcome>(
  { call, pair, observer, now }: ObservedCall,
  make: () => Promise<T>,
): Promise<T> {
  const begunAt = now();
  const outcome = await make();
  const endedAt = now();
  const { answer } = outcome;
  // What cannot be read may come from a captive portal or a proxy, whose clock is nobody's business.
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
