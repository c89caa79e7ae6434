import * as z from 'zod';
import { authorityMessageSchema } from './status.ts';

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
/** The number of documents, and the one of them whose time ends, or ended, first. */
const deadlineFacts = { count, nearestDeadline: instant, number: z.string(), uuid: z.uuid() };

/**
 * Everything that needs a person: one row each, with the facts for its text. The bar, Today, the log of `khatm serve`,
 * `khatm diagnose` and the head office show the same rows. A new one is added here, with the place to which it
 * leads in `alarmKinds` and its words in `shared/words/{en,ar}/alarms.ts`; the compiler names what is missing.
 */
export const alarmSchema = z.discriminatedUnion('kind', [
  /** The documents to be reported that have less than this many hours left. */
  z.object({
    kind: z.literal('deadline'),
    level,
    ...deadlineFacts,
    hours: z.union([z.literal(1), z.literal(4), z.literal(12)]),
  }),
  /** Documents past their 24 hours, which are still being sent. `nearestDeadline` is the earliest deadline missed. */
  z.object({ kind: z.literal('late'), level, ...deadlineFacts }),
  /**
   * Invoices not cleared within the time a buyer can wait. `nearestDeadline`: the end of that time for the first one.
   */
  z.object({
    kind: z.literal('uncleared'),
    level,
    ...deadlineFacts,
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
    why: z.enum(['disk-full', 'folder-unusable', 'document-damaged', 'vault-locked', 'other', 'old', 'open']),
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
  /** The documents that the authority rejected and that nobody has issued again. */
  z.object({ kind: z.literal('refused'), level, count }),
  /** The authority accepted `count` of the last `of` documents with remarks, of which these are the newest. */
  z.object({
    kind: z.literal('remarks'),
    level,
    count,
    of: count,
    /** stamp: one of them means the stamp or the certificate · content: all mean what a document says. */
    why: z.enum(['stamp', 'content']),
    /** The number of the newest document with one. */
    number: z.string(),
    messages: z.array(authorityMessageSchema.pick({ code: true, message: true })),
  }),
  /** The sales of people outside a shift since the last one was closed, in a shop that has cashiers. */
  z.object({ kind: z.literal('outside-shift'), level, count }),
  /** The cash counted when the last shift was closed was less than it should be, halalas. */
  z.object({ kind: z.literal('drawer-short'), level, amount: z.int().positive(), shift: count }),
  /** Prices were lowered in the last closed shift, without a manager who agreed to each, halalas. */
  z.object({ kind: z.literal('prices-cut'), level, amount: z.int().positive(), shift: count }),
  /** The certificate ends in `count` days, and was not renewed; 0: today, or it has ended. */
  z.object({ kind: z.literal('certificate'), level, count: z.int().nonnegative() }),
  /** The disk of the records is nearly full, or so full that sales may fail. `free`: gigabytes. */
  z.object({ kind: z.literal('disk'), level, why: z.enum(['short', 'full']), free: z.string() }),
  /** The records are in a folder that another program copies, or on another machine: both damage databases. */
  z.object({ kind: z.literal('folder'), level, why: z.enum(['synced', 'network']) }),
  /** The last page could not be printed. `code`: the code of the failure. */
  z.object({ kind: z.literal('printer'), level, since: instant, code: z.string() }),
  /**
   * A receiver of webhooks takes nothing (failing), was turned off because it answered 410 (gone), or did not get
   * events that were given up (given-up). `count`: its events that wait, or that were given up.
   */
  z.object({
    kind: z.literal('webhook'),
    level,
    why: z.enum(['failing', 'gone', 'given-up']),
    count: z.int().nonnegative(),
    since: instant,
    /** The receiver's id, and its host with the port. */
    endpoint: z.string(),
    receiver: z.string(),
  }),
]);
export type Alarm = z.infer<typeof alarmSchema>;
export type AlarmKind = Alarm['kind'];

/** An alarm with the time from which it has lasted. */
export const needSchema = z.intersection(alarmSchema, z.object({ since: instant }));
export type Need = z.infer<typeof needSchema>;

/** The places in the program that help with an alarm. */
export type AlarmPlace =
  | 'waiting'
  | 'parked'
  | 'refused'
  | 'certificate'
  | 'clock'
  | 'backups'
  | 'records'
  | 'integrations'
  | 'deliveries'
  | 'people'
  | 'devices'
  | 'policy'
  | 'updates'
  | 'printing'
  | 'drawer'
  | 'invoices'
  | 'shift';

interface KindOfAlarm {
  readonly leadsTo: AlarmPlace;
  /** True when it affects no sale, so that only a manager sees it. */
  readonly isForManager?: true;
  /** True when the advice is for the person at the till in any role. */
  readonly adviceIsForAll?: true;
  /** True when a greater count is announced again. */
  readonly growthIsNews?: true;
}

export const alarmKinds: Readonly<Record<AlarmKind, KindOfAlarm>> = {
  deadline: { leadsTo: 'waiting' },
  late: { leadsTo: 'waiting' },
  uncleared: { leadsTo: 'waiting', adviceIsForAll: true },
  parked: { leadsTo: 'parked', growthIsNews: true },
  paused: { leadsTo: 'certificate' },
  refusals: { leadsTo: 'certificate' },
  clock: { leadsTo: 'clock' },
  ledger: { leadsTo: 'records' },
  people: { leadsTo: 'people' },
  office: { leadsTo: 'policy' },
  card: { leadsTo: 'devices', isForManager: true },
  'card-late': { leadsTo: 'devices' },
  policy: { leadsTo: 'policy', isForManager: true },
  'safe-mode': { leadsTo: 'policy' },
  drawer: { leadsTo: 'drawer', adviceIsForAll: true },
  witness: { leadsTo: 'policy', isForManager: true },
  backup: { leadsTo: 'backups', isForManager: true },
  'backup-strange': { leadsTo: 'backups', isForManager: true },
  integrations: { leadsTo: 'integrations', isForManager: true },
  update: { leadsTo: 'updates', isForManager: true },
  refused: { leadsTo: 'refused', growthIsNews: true },
  remarks: { leadsTo: 'invoices', isForManager: true },
  'outside-shift': { leadsTo: 'shift', isForManager: true },
  'drawer-short': { leadsTo: 'shift', isForManager: true },
  'prices-cut': { leadsTo: 'shift', isForManager: true },
  certificate: { leadsTo: 'certificate', isForManager: true },
  disk: { leadsTo: 'policy' },
  folder: { leadsTo: 'policy', isForManager: true },
  printer: { leadsTo: 'printing', isForManager: true },
  webhook: { leadsTo: 'deliveries', isForManager: true, growthIsNews: true },
};

/** Returns a key that distinguishes alarms of one kind, such as two deadlines, receivers or card payments. */
export function alarmKey(alarm: Alarm): string {
  switch (alarm.kind) {
    case 'deadline':
      return `deadline-${alarm.hours}`;
    case 'card-late':
      return `card-late-${alarm.payment}`;
    case 'card':
      return `card-${alarm.why}`;
    case 'webhook':
      return `webhook-${alarm.why}-${alarm.endpoint}`;
    default:
      return alarm.kind;
  }
}

/** Returns the place that helps with an alarm. */
export function leadsTo(alarm: Alarm): AlarmPlace {
  if (alarm.kind === 'paused' && alarm.why === 'request') return 'waiting';
  if (alarm.kind === 'remarks' && alarm.why === 'stamp') return 'certificate';
  return alarmKinds[alarm.kind].leadsTo;
}

/** The time at which all waiting documents will have been sent, at the rate of the last minute. */
export const forecastSchema = z.object({
  waiting: count,
  remainingMs: z.int().nonnegative(),
});
export type Forecast = z.infer<typeof forecastSchema>;
