import { fail, refuseInput } from '../../../../shared/failure.ts';
import type { Role } from '../../../../shared/status.ts';
import { clockQuestions } from '../../../../shared/values/clock.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { ServerTimeReading } from '../../../gateway/observe.ts';
import { toleratedSkewMs } from '../monitor/clock-monitor.ts';
import { TrueTimes } from './true-times.ts';

/*
 * Before a document is issued, compares the clock with the latest time known to be true, and asks a person if the clock
 * is far ahead. A document cannot be withdrawn, and none may be dated before the previous one: one sale with a clock
 * that is a year ahead would close the shop for a year.
 */

/** The milliseconds between two records that the program is running, or of the gateway's clock. */
const noteEvery = 10 * 60_000;
/** The number of milliseconds within which a question on a screen must be answered. */
const answerWithin = 10 * 60_000;

interface KnownTimeOptions {
  readonly ledger: Pick<Ledger, 'settings' | 'times' | 'audit'>;
  readonly clock: Clock;
}

/** The distance of the clock from the latest time known to be true. */
interface Gap {
  readonly knownTime: number;
  readonly now: number;
  readonly ms: number;
}

export function createKnownTime({ ledger, clock }: KnownTimeOptions) {
  const times = new TrueTimes(ledger, clock);
  let cancel = () => {};

  function gap(): Gap | undefined {
    const knownTime = times.latest();
    const now = clock.now();
    if (knownTime === undefined || now - knownTime <= clockQuestions.askAfterMs) return undefined;
    return { knownTime, now, ms: now - knownTime };
  }

  function note(): void {
    cancel = clock.after(noteEvery, note);
    if (gap() !== undefined) return;
    const now = clock.now();
    times.anchorAt(now);
    times.write({ run: now });
  }

  return {
    /** Refuses to issue a document. @throws FailureError `clock-ahead` (see `clockAhead` in shared/values/clock.ts) */
    check() {
      const ahead = gap();
      if (ahead !== undefined) refuseAhead(ahead);
    },
    isDoubtful: () => gap() !== undefined,
    noteServerTime({ serverTime, begunAt, endedAt }: ServerTimeReading) {
      // The clock was set during the call, so nothing can be concluded from it.
      if (endedAt < begunAt) return;
      const now = serverTime + (clock.now() - endedAt);
      times.anchorAt(now);
      const { server = 0, run = 0, confirmed = 0 } = times.read();
      // A confirmed time that turned out to be ahead cannot be used to check the clock again.
      const tooLate = (time: number) => time > now + clockQuestions.askAfterMs;
      if (now - server < noteEvery && now >= server && !tooLate(run) && !tooLate(confirmed)) return;
      times.write({
        // The gateway's own clock was ahead earlier, or another gateway answered: its present time counts.
        server: tooLate(server) ? now : Math.max(now, server),
        ...(tooLate(run) && { run: now }),
        ...(tooLate(confirmed) && { confirmed: now }),
      });
    },
    /**
     * Notes that a person confirms the clock.
     * @param statedTime the time the person was shown, in milliseconds since 1970
     * @throws FailureError `bad-input`, `not-allowed`
     */
    confirm(statedTime: number, { role, name }: { role: Role; name: string }, reason: string | undefined) {
      refuseOldAnswer(statedTime, clock.now());
      const ahead = gap();
      if (ahead === undefined) return;
      if (ahead.ms > clockQuestions.managerAfterMs) refuseUnlessReasoned(role, reason);
      const { knownTime, now } = ahead;
      const detail = { now: new Date(now).toISOString(), known: new Date(knownTime).toISOString(), reason };
      ledger.audit.write({ at: now, actor: name, action: 'clock-confirmed', detail });
      times.write({ confirmed: now });
      times.anchorAt(now);
    },
    /**
     * Notes a manager's statement that the newest documents have a wrong time, and returns their number.
     * @throws FailureError `bad-input`, `clock-back` when the gateway's clock was later than this one is now
     */
    correct(statedTime: number, actor: string, reason: string) {
      refuseOldAnswer(statedTime, clock.now());
      const now = clock.now();
      // The gateway's clock is ahead of this one, so this one is wrong.
      const { server = 0 } = times.read();
      if (now < server - toleratedSkewMs)
        fail('clock-back', {
          detail: { now: new Date(now).toISOString(), last: new Date(server).toISOString() },
        });
      const documents = ledger.times.correct({ now, actor, reason });
      times.write({ run: now, confirmed: now });
      times.anchorAt(now);
      return documents;
    },
    start: note,
    stop: () => cancel(),
  };
}

export type KnownTime = ReturnType<typeof createKnownTime>;

/** Refuses an answer to a question that was asked too long ago. @throws FailureError `bad-input` */
function refuseOldAnswer(statedTime: number, now: number): void {
  if (Math.abs(now - statedTime) <= answerWithin) return;
  refuseInput(['now'], 'clock-moved', 'is no longer the time of this terminal');
}

function refuseAhead({ knownTime, now, ms }: Gap): never {
  return fail('clock-ahead', {
    detail: {
      now: new Date(now).toISOString(),
      known: new Date(knownTime).toISOString(),
      days: Math.floor(ms / clockQuestions.dayMs),
      asks: ms > clockQuestions.managerAfterMs ? 'manager' : 'anyone',
    },
  });
}

/** Only a manager, with a reason, confirms a gap this long. @throws FailureError `not-allowed`, `bad-input` */
function refuseUnlessReasoned(role: Role, reason: string | undefined): void {
  if (role !== 'manager') fail('not-allowed');
  if (reason === undefined) refuseInput(['reason'], 'reason-needed', 'a reason is needed');
}
