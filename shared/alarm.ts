import * as z from 'zod';

/** amber: needs attention today · red: act now. */
export const alarmLevels = ['amber', 'red'] as const;
export type AlarmLevel = (typeof alarmLevels)[number];

/**
 * The reasons for refusing a ledger: it is damaged, differs from the one last seen in this place, is not the only copy,
 * was migrated by a newer program, belongs to a till that the head office stopped, or names another seller than the
 * certificate.
 */
export const ledgerRefusals = [
  'ledger-broken',
  'ledger-old',
  'ledger-forked',
  'ledger-lost',
  'ledger-copied',
  'ledger-newer',
  'counter-used',
  'office-stopped',
  'seller-differs',
] as const;
export type LedgerRefusal = (typeof ledgerRefusals)[number];

/**
 * The reasons for which the head office accepts nothing from a till: the office does not know the till (unknown), the
 * till has left, its ledger or stamp is not the enrolled one (other-ledger, stranger), or rows contradict each other
 * (damaged).
 */
export const officeTroubles = [
  'unknown',
  'left',
  'other-ledger',
  'stranger',
  'damaged',
  'certificate',
] as const;
export type OfficeTrouble = (typeof officeTroubles)[number];

/** The reasons for safe mode: somebody chose it, two starts failed, or it crashed too often. */
export const safeModeReasons = ['asked', 'starts', 'stops'] as const;
export type SafeModeReason = (typeof safeModeReasons)[number];

const level = z.enum(alarmLevels);
const count = z.int().positive();
const instant = z.iso.datetime();

/** A problem that people must know about, with the facts for its text; `shared/words/alarms.ts` makes the text. */
export const alarmSchema = z.discriminatedUnion('kind', [
  /** The documents to be reported that have less than this many hours left. */
  z.object({
    kind: z.literal('deadline'),
    level,
    count,
    hours: z.union([z.literal(1), z.literal(4), z.literal(12)]),
    nearestDeadline: instant,
  }),
  /** Documents past their 24 hours, which are still being sent. `nearestDeadline` is the latest deadline missed. */
  z.object({ kind: z.literal('late'), level, count, nearestDeadline: instant }),
  /**
   * Invoices not cleared within the time a buyer can wait. `nearestDeadline`: the end of that time for the first one.
   */
  z.object({
    kind: z.literal('uncleared'),
    level,
    count,
    nearestDeadline: instant,
    /** True when this shop hands over only cleared invoices; otherwise absent. */
    clearedFirst: z.literal(true).optional(),
  }),
  /** The documents that will not be sent without a person's help. */
  z.object({ kind: z.literal('parked'), level, count }),
  /** Nothing is sent: the authority refuses the credential, or every request. `count` documents wait. */
  z.object({
    kind: z.literal('paused'),
    level,
    count: z.int().nonnegative(),
    why: z.enum(['credential', 'request']),
  }),
  /** The authority refused the credential more often than before: `count` times in the last hour. */
  z.object({ kind: z.literal('refusals'), level, count }),
  /** The terminal's clock differs from the authority's: milliseconds ahead, negative when behind. */
  z.object({ kind: z.literal('clock'), level, skewMs: z.int() }),
  /** Nothing can be issued: the ledger is not the one last seen in this place. */
  z.object({ kind: z.literal('ledger'), level, why: z.enum(ledgerRefusals) }),
  /**
   * The list of people was changed outside the program and restored (altered, older, lost), until a manager
   * acknowledges it.
   */
  z.object({ kind: z.literal('people'), level, why: z.enum(['altered', 'older', 'lost']) }),
  /** The head office accepts nothing from this till; sales continue. */
  z.object({ kind: z.literal('office'), level, why: z.enum(officeTroubles) }),
  /**
   * The payments at the card terminal that need a manager: their outcome is unknown (unresolved), or no document used
   * an approval (unclaimed).
   */
  z.object({ kind: z.literal('card'), level, count, why: z.enum(['unresolved', 'unclaimed']) }),
  /** The terminal made a payment or refund that a manager had ended as not made; lasts until one settles it. */
  z.object({
    kind: z.literal('card-late'),
    level,
    back: z.literal(true).optional(),
    /** The card terminal's reference, or the payment's id. */
    payment: z.string(),
    amount: z.int(),
    currency: z.string(),
  }),
  /** The policy file of the machine's administrator cannot be used; the last usable one is in force, if any. */
  z.object({ kind: z.literal('policy'), level }),
  /** Devices, other programs and the head office's feed rest until the next start. */
  z.object({ kind: z.literal('safe-mode'), level, why: z.enum(safeModeReasons) }),
  /** The cash drawer did not open automatically when cash changed hands. */
  z.object({ kind: z.literal('drawer'), level }),
  /** The ledger's progress could not be recorded outside it for minutes. */
  z.object({ kind: z.literal('witness'), level, since: instant }),
  z.object({
    kind: z.literal('backup'),
    level,
    why: z.enum(['disk-full', 'folder-unusable', 'document-damaged', 'vault-locked', 'other']),
  }),
  /** A file in the folder of the backups claims to have later documents than the ledger, and does not. */
  z.object({ kind: z.literal('backup-strange'), level, name: z.string() }),
  /** Other programs cannot connect, or soon will not: damaged records, or an ending certificate of the API server. */
  z.object({
    kind: z.literal('integrations'),
    level,
    why: z.enum(['broken', 'closed', 'certificate-ends', 'certificate-ended']),
  }),
  /** An update has waited long to be installed, or could not be. */
  z.object({ kind: z.literal('update'), level, why: z.enum(['waiting', 'failed']) }),
]);
export type Alarm = z.infer<typeof alarmSchema>;
export type AlarmKind = Alarm['kind'];

/** The time at which all waiting documents will have been sent, at the rate of the last minute. */
export const forecastSchema = z.object({
  waiting: count,
  remainingMs: z.int().nonnegative(),
});
export type Forecast = z.infer<typeof forecastSchema>;
