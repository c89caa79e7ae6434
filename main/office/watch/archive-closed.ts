import type { Clock } from '../../base/platform/clock.ts';
import { riyadhDayEnd } from '../../base/platform/riyadh-time.ts';
import { archiveMonth, finishArchives } from '../archive/archive-month.ts';
import { day, retainUntil } from '../archive/periods.ts';
import type { ArchiveSink } from '../archive/sink.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { Counters } from '../metrics/counters.ts';
import type { OrderContext } from '../orders/orders.ts';
import { allTenants } from '../tills/all-tenants.ts';
import { listArchive } from '../views/archive.ts';
import { keepArchiveAlarms } from './archive-alarms.ts';

/* Archives months when they are closed, without action by a person. Any number of processes may do this. */

/** The milliseconds between two checks, and before the first: tills that return after a restart go first. */
const pollIntervalMs = 3_600_000;
const firstLook = 60_000;
/** A till that was away sends its documents over hours or days, which go into one supplement. */
const betweenParts = 7 * day;

interface Archiving {
  readonly context: OrderContext;
  readonly sink: ArchiveSink;
  readonly onError: (error: unknown) => void;
  readonly counters: Counters;
}

/** An archive must not be deleted before its time is over. */
const isKept = (period: string, now: number) => now < riyadhDayEnd(retainUntil(period));

/** Archives the due months. A failure of one month does not stop the others, and is tried again at the next check. */
export async function archiveClosed(
  { context, sink, onError, counters }: Archiving,
  signal?: AbortSignal,
): Promise<void> {
  for (const tenant of await allTenants(context.database)) {
    if (signal?.aborted) return;
    const outcome = { failed: new Set<string>(), unknown: new Set<string>() };
    const failed = (vatNumber: string, error: unknown) => {
      outcome.failed.add(vatNumber);
      counters.add('khatm_office_archive_errors_total');
      onError(error);
    };
    for (const each of await finishArchives(context, { tenant, sink }))
      if (each.state === 'failed' || (each.state === 'missing' && isKept(each.period, context.now())))
        failed(each.vatNumber, each.error);
    const { months } = await listArchive(context.database, { tenant }, context.now());
    const due = months.filter(({ state, parts }) => {
      const last = parts.at(-1);
      return state === 'due' && (last === undefined || Date.parse(last.at) + betweenParts <= context.now());
    });
    // The oldest month comes first, because each manifest refers to the previous one.
    for (const { vatNumber, period } of due.toReversed()) {
      const given = { tenant, vatNumber, period, sink, by: 'Head office', waitsForLock: false, signal };
      const made = await archiveMonth(context, given).catch((error: unknown) => {
        if (!signal?.aborted) failed(vatNumber, error);
      });
      if (signal?.aborted) return;
      if (made === undefined) outcome.unknown.add(vatNumber);
      else counters.add('khatm_office_archived_documents_total', {}, made.documents);
    }
    await keepArchiveAlarms(context.database, tenant, outcome, context.now());
  }
}

/** Ends all alarms about archives if this office does not archive. */
export async function endArchiveAlarms(database: OfficeDatabase, now: number): Promise<void> {
  const none = { failed: new Set<string>(), unknown: new Set<string>() };
  for (const tenant of await allTenants(database)) await keepArchiveAlarms(database, tenant, none, now);
}

/** Starts archiving every hour. `stop` resolves when the work in progress has ended. */
export function startArchiving(archiving: Archiving, clock: Clock): { stop(): Promise<void> } {
  const ending = new AbortController();
  let underWay = Promise.resolve();
  let cancel = () => {};
  const look = () => {
    underWay = archiveClosed(archiving, ending.signal)
      .catch(archiving.onError)
      .then(() => {
        if (!ending.signal.aborted) cancel = clock.after(pollIntervalMs, look);
      });
  };
  cancel = clock.after(firstLook, look);
  return {
    stop() {
      ending.abort();
      cancel();
      return underWay;
    },
  };
}
