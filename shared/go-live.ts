import * as z from 'zod';
import { environments } from './status.ts';

/** The rows that must be settled before a terminal goes live, in the order in which they are shown. */
export const goLiveRows = [
  'articles',
  'people',
  'limits',
  'shifts',
  'printer',
  'backup',
  'clock',
  'sale',
  'clearance',
] as const;
export type GoLiveRow = (typeof goLiveRows)[number];

/**
 * The rows that a manager may waive, if they cannot be fulfilled on this machine: one person works alone, there is no
 * printer, there is no window for setting up articles and backups, or it is for the manager to decide that cashiers sell
 * without a shift. Other rows cannot be waived: a wrong clock puts
 * wrong dates on invoices that cannot be withdrawn, and the first invoice that the authority sees must not be a
 * customer's.
 */
export const waivableRows = [
  'articles',
  'people',
  'limits',
  'shifts',
  'printer',
  'backup',
] as const satisfies GoLiveRow[];
export type WaivableRow = (typeof waivableRows)[number];

export const isWaivableRow = (row: string): row is WaivableRow =>
  (waivableRows as readonly string[]).includes(row);

export const goLiveStates = ['done', 'missing', 'waived'] as const;
export type GoLiveState = (typeof goLiveStates)[number];

/** Every finding of a row, with true if it settles the row. */
export const goLiveFindings = {
  'articles-listed': true,
  'articles-none': false,
  'articles-unknown': false,
  'people-added': true,
  'people-alone': false,
  'limits-set': true,
  'limits-usual': false,
  'shifts-needed': true,
  'shifts-free': false,
  'printer-tried': true,
  'printer-untried': false,
  'printer-none': false,
  'printer-other': false,
  'backup-elsewhere': true,
  'backup-no-folder': false,
  'backup-not-made': false,
  'backup-failed': false,
  'backup-same-disk': false,
  'clock-kept': true,
  'clock-measured': true,
  'clock-not-kept': false,
  'clock-wrong': false,
  'clock-unknown': false,
  'sale-accepted': true,
  'sale-none': false,
  'clearance-accepted': true,
  'clearance-none': false,
} as const satisfies Readonly<Record<`${GoLiveRow}-${string}`, boolean>>;
export type GoLiveFinding = keyof typeof goLiveFindings;

export const goLiveRowSchema = z.object({
  id: z.enum(goLiveRows),
  state: z.enum(goLiveStates),
  /** True for a row that is not done and cannot be fulfilled on this machine. */
  mayBeWaived: z.boolean(),
  detail: z.object({
    found: z.enum(Object.keys(goLiveFindings) as [GoLiveFinding, ...GoLiveFinding[]]),
    /** The number of articles, or of people. */
    count: z.int().nonnegative().optional(),
    /** The number of seconds by which the clock is ahead of the authority's; negative when behind. */
    seconds: z.int().optional(),
    folder: z.string().optional(),
    /** The person who waived the row, and the time; only for a waived row. */
    by: z.string().optional(),
    at: z.iso.datetime().optional(),
  }),
});
export type GoLiveRowView = z.infer<typeof goLiveRowSchema>;

export const goLiveSchema = z.object({
  /** False for a terminal that is already live, of which nothing more is required. */
  needed: z.boolean(),
  /** The environment on the screen, for the link to a trial sale. */
  onScreen: z.enum(environments),
  /** The rows; empty for a terminal that is already live. */
  rows: z.array(goLiveRowSchema),
});
export type GoLiveView = z.infer<typeof goLiveSchema>;

/** Returns the rows that keep a terminal from going live. */
export const missingOf = ({ rows }: Pick<GoLiveView, 'rows'>): GoLiveRow[] =>
  rows.filter(({ state }) => state === 'missing').map(({ id }) => id);
