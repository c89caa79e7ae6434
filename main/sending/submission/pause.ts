/**
 * The reason why the whole queue is paused. outage: no answer, or a broken one · busy: the gateway asked for time ·
 * credential: 401 or 403 · request: it refuses every request for any document (for instance because it no longer
 * accepts the version).
 */
export type PauseReason = 'outage' | 'busy' | 'credential' | 'request';

/** A pause that holds for every program on the folder; an outage may be one of this program's connection alone. */
export interface Hold {
  readonly reason: Exclude<PauseReason, 'outage'>;
  /** The time in milliseconds since 1970. */
  readonly until: number;
}

interface Pause {
  readonly reason: PauseReason;
  /** The time in milliseconds since 1970. */
  readonly until: number;
  /** The time of this program's monotonic clock. */
  readonly since: number;
}

/** The present pause. @param onHold called when one for all programs begins, is longer, or ends here */
export function createPause(onHold: (hold: Hold | undefined) => void) {
  let current: Pause | undefined;

  function end(): void {
    const wasHeld = current !== undefined && current.reason !== 'outage';
    current = undefined;
    if (wasHeld) onHold(undefined);
  }

  return {
    get current(): Pause | undefined {
      return current;
    },
    /** Returns true when a call began before the present pause, so its answer says nothing about the reason. */
    isLaterThan: (begunAt: number): boolean => current !== undefined && begunAt < current.since,
    /** True while every call is refused. */
    get isRefusal(): boolean {
      return current?.reason === 'credential' || current?.reason === 'request';
    },
    /** Pauses the queue until this time, or until the end of the present pause if that is later. */
    begin(reason: PauseReason, until: number, since: number): void {
      current = { reason, until: Math.max(until, current?.until ?? 0), since };
      if (reason !== 'outage') onHold({ reason, until: current.until });
    },
    end,
    /** Takes over the pause that another program has begun, or ended. Returns true when one ended here. */
    adopt(hold: Hold | undefined, since: number): boolean {
      if (hold === undefined) {
        if (current === undefined || current.reason === 'outage') return false;
        current = undefined;
        return true;
      }
      if (hold.reason !== current?.reason || hold.until !== current.until) current = { ...hold, since };
      return false;
    },
  };
}
