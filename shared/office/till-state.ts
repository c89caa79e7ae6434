import type { TillRow } from './tills.ts';

/** The states of a till, worst first, each with its tone; the worst one that applies is shown. */
export const toneOf = {
  refused: 'red', // the office refused its batch: a clone, an older copy, a foreign stamp; or a stamp is wrong
  overdue: 'red', // a deadline has passed, as far as the office knows
  unready: 'red', // it can issue nothing
  deadline: 'red', // a deadline ends within hours
  certificate: 'amber', // its certificate ends within a week, or the authority refuses it
  silent: 'amber', // the till has been silent for a while, so its status is old
  parked: 'amber', // documents need a person
  behind: 'amber', // it has documents that the office lacks
  good: 'good',
  expected: 'off', // the till was added, but is not enrolled yet
  left: 'off',
} as const satisfies Readonly<Record<string, 'red' | 'amber' | 'good' | 'off'>>;
export type TillState = keyof typeof toneOf;

const minute = 60_000;
/** A till posts at least once in a minute; a short interruption does not count as silence. */
const silenceAfter = 10 * minute;
const urgentBelow = 4 * 60 * minute;
const certificateWarning = 7 * 24 * 60 * minute;

export function isSilent({ lastContact, leftAt }: TillRow, now: number): boolean {
  return leftAt === null && lastContact !== null && now - Date.parse(lastContact) > silenceAfter;
}

export function tillStateOf(till: TillRow, now: number): TillState {
  const { status } = till;
  if (till.leftAt !== null) return 'left';
  if (till.refused !== null || till.isStampWrong) return 'refused';
  if (till.enrolledAt === null) return 'expected';
  const left = status?.nearestDeadline == null ? undefined : Date.parse(status.nearestDeadline) - now;
  if (left !== undefined && left < 0) return 'overdue';
  if (status !== null && status.unready !== null) return 'unready';
  if (left !== undefined && left < urgentBelow) return 'deadline';
  if (status?.connection === 'refused') return 'certificate';
  if (status?.certificateUntil != null && Date.parse(status.certificateUntil) - now < certificateWarning)
    return 'certificate';
  // A till that was enrolled but never posted is silent, too.
  if (till.lastContact === null || isSilent(till, now)) return 'silent';
  if (status !== null && status.parked + status.rejected > 0) return 'parked';
  return till.missing > 0 ? 'behind' : 'good';
}

export interface RankedTill {
  readonly till: TillRow;
  readonly state: TillState;
}

/** Returns the tills with their states, worst first; equal ones by the nearest deadline, then by name. */
export function worstFirst(tills: readonly TillRow[], now: number): RankedTill[] {
  const rank = new Map(Object.keys(toneOf).map((state, index) => [state, index]));
  const due = ({ till }: RankedTill) => till.status?.nearestDeadline ?? '9';
  const names = new Intl.Collator(['ar', 'en'], { numeric: true });
  return tills
    .map((till) => ({ till, state: tillStateOf(till, now) }))
    .sort(
      (one, other) =>
        (rank.get(one.state) ?? 0) - (rank.get(other.state) ?? 0) ||
        (due(one) < due(other)
          ? -1
          : due(one) > due(other)
            ? 1
            : names.compare(one.till.name, other.till.name)),
    );
}
