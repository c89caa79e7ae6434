import * as z from 'zod';

/** amber: look at it today · red: act now. */
export const alarmLevels = ['amber', 'red'] as const;
export type AlarmLevel = (typeof alarmLevels)[number];

/** The failures by which a ledger is refused: it is not the one last seen at its place, or not the only one. */
export const ledgerRefusals = [
  'ledger-old',
  'ledger-forked',
  'ledger-lost',
  'ledger-copied',
  'counter-used',
] as const;
export type LedgerRefusal = (typeof ledgerRefusals)[number];

const level = z.enum(alarmLevels);
const count = z.int().positive();
const instant = z.iso.datetime();

/** Something a person must know, with the facts its words need; words are made in `shared/words/alarms.ts`. */
export const alarmSchema = z.discriminatedUnion('kind', [
  /** Documents to be reported that have less than so many hours left. */
  z.object({
    kind: z.literal('deadline'),
    level,
    count,
    hours: z.union([z.literal(1), z.literal(4), z.literal(12)]),
    nearestDeadline: instant,
  }),
  /** Documents past their 24 hours; they are still sent. `nearestDeadline`: of the latest of them, long past. */
  z.object({ kind: z.literal('late'), level, count, nearestDeadline: instant }),
  /** Invoices whose buyers could not wait for clearance. `nearestDeadline`: when the first one's patience ended. */
  z.object({ kind: z.literal('uncleared'), level, count, nearestDeadline: instant }),
  /** Documents that cannot go by themselves. */
  z.object({ kind: z.literal('parked'), level, count }),
  /** Nothing goes: the authority refuses the credential, or every request. `count` documents wait. */
  z.object({
    kind: z.literal('held'),
    level,
    count: z.int().nonnegative(),
    why: z.enum(['credential', 'request']),
  }),
  /** The authority refused the credential more often than before: `count` times in the last hour. */
  z.object({ kind: z.literal('refusals'), level, count }),
  /** The terminal's clock is not the authority's: milliseconds it is ahead; behind where negative. */
  z.object({ kind: z.literal('clock'), level, skewMs: z.int() }),
  /** Nothing can be issued: the ledger is not the one that was last seen at this place. */
  z.object({ kind: z.literal('ledger'), level, why: z.enum(ledgerRefusals) }),
  /**
   * The list of people was changed outside the program and put back (altered, older, lost), until a manager knows; or
   * the PIN of whoever is signed in is easy to guess.
   */
  z.object({ kind: z.literal('people'), level, why: z.enum(['altered', 'older', 'lost', 'weak-pin']) }),
  /** How far the ledger has come could not be noted outside of it for minutes. */
  z.object({ kind: z.literal('witness'), level, since: instant }),
  /** The last backup could not be made. */
  z.object({
    kind: z.literal('backup'),
    level,
    why: z.enum(['disk-full', 'folder-unusable', 'document-damaged', 'other']),
  }),
  /** Other programs cannot come in, or soon cannot: records that are broken or cannot be opened, or the certificate of the API's server. */
  z.object({
    kind: z.literal('integrations'),
    level,
    why: z.enum(['broken', 'closed', 'certificate-ends', 'certificate-ended']),
  }),
]);
export type Alarm = z.infer<typeof alarmSchema>;
export type AlarmKind = Alarm['kind'];

/** When what waits will have been sent, at the rate of the last minute. */
export const forecastSchema = z.object({
  waiting: count,
  /** Milliseconds until the last of them is sent. */
  remainingMs: z.int().nonnegative(),
});
export type Forecast = z.infer<typeof forecastSchema>;
