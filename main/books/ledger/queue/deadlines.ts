import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { deadlineSql } from '../times/deadline-sql.ts';

/** The hours left at which people are warned, the most urgent first; 0 means overdue. */
export const deadlineThresholds = [0, 1, 4, 12] as const;
export type DeadlineThreshold = (typeof deadlineThresholds)[number];

/** Waiting documents (including parked ones) with less than this many hours. */
export interface DeadlineGroup {
  /** `uncleared`: clearances past the minutes that a buyer waits; their threshold is 0. */
  readonly kind: 'report' | 'uncleared';
  readonly hours: DeadlineThreshold;
  readonly count: number;
  readonly nearest: number;
  /** The document of the nearest deadline. */
  readonly number: string;
  readonly uuid: string;
}

export type Deadlines = ReturnType<typeof createDeadlines>;

type Found = Pick<DeadlineGroup, 'count' | 'nearest' | 'number' | 'uuid'>;

/** Counts submissions, with the document of the nearest deadline: SQLite takes the other columns from the row of min(). */
const findNearest = (condition: string) => `
  SELECT * FROM (SELECT count(*) AS count, min(${deadlineSql}) AS nearest, s.icv FROM submission AS s WHERE ${condition})
    JOIN (SELECT icv, number, uuid FROM document) USING (icv)`;

const hour = 3_600_000;
/**
 * Clocks may differ by up to this without having been set, so a warning that was slightly too early is not repeated.
 */
const clockPlay = 10 * 60_000;

export function createDeadlines(database: Database, audit: AuditLog) {
  const waiting = `s.state <> 'accepted' AND s.state IN ('waiting', 'sending', 'parked')`;
  // The documents not yet warned about at this threshold, which were warned about at a larger one, or never.
  const crossed = `${waiting} AND s.mode = :mode AND ${deadlineSql} <= :until AND coalesce(s.told, 99) > :hours`;
  type Parameters = { mode: string; until: number; hours: number };
  const find = database.prepare<[Parameters], Found>(findNearest(crossed));
  const mark = database.prepare<[Parameters]>(`UPDATE submission AS s SET told = :hours WHERE ${crossed}`);
  const toldInError = `${waiting} AND s.told IS NOT NULL AND ${deadlineSql} > :now + s.told * ${hour} + ${clockPlay}`;
  const findToldInError = database
    .prepare<[{ now: number }], number>(`SELECT 1 FROM submission AS s WHERE ${toldInError} LIMIT 1`)
    .pluck();
  const takeBack = database.prepare<[{ now: number }]>(
    `UPDATE submission AS s SET told = NULL WHERE ${toldInError}`,
  );
  const within = database.prepare<[{ mode: string; after: number; until: number }], Found>(
    findNearest(`${waiting} AND s.mode = :mode AND ${deadlineSql} > :after AND ${deadlineSql} <= :until`),
  );

  const crossings = (now: number, take: (parameters: Parameters) => void): DeadlineGroup[] =>
    kinds.flatMap(({ kind, mode, thresholds }) =>
      thresholds.flatMap((hours) => {
        const parameters = { mode, until: now + hours * hour, hours };
        const found = find.get(parameters);
        if (found === undefined) return [];
        take(parameters);
        return [{ kind, hours, ...found }];
      }),
    );
  const take = database.transaction((now: number): DeadlineGroup[] => {
    takeBack.run({ now });
    const taken = crossings(now, (parameters) => mark.run(parameters));
    for (const { kind, hours, count, nearest, number } of taken) {
      const nearestDeadline = new Date(nearest).toISOString();
      const detail = { kind, hours, documents: count, nearestDeadline, number };
      audit.write({ at: now, actor: 'terminal', action: 'deadline-alarm', detail });
    }
    return taken;
  });

  return {
    /** Groups documents by their most urgent threshold; empty groups are omitted. */
    groups: (now: number) =>
      kinds.flatMap(({ kind, mode, thresholds }) => {
        let after = Number.MIN_SAFE_INTEGER;
        return thresholds.flatMap((hours) => {
          const until = now + hours * hour;
          const found = within.get({ mode, after, until });
          after = until;
          return found === undefined ? [] : [{ kind, hours, ...found }];
        });
      }),
    /**
     * Records the documents that crossed a threshold since the last call, with an audit line, in one transaction: each
     * document and threshold once, even across restarts. A document that crossed several thresholds counts for the most
     * urgent. A warning given under a wrong clock is repeated when it becomes true.
     */
    takeCrossings: (now: number) => {
      // Reading blocks no other program, and usually there is nothing to write.
      const any = findToldInError.get({ now }) !== undefined || crossings(now, () => undefined).length > 0;
      return any ? take.immediate(now) : [];
    },
  };
}

const kinds: readonly {
  readonly kind: DeadlineGroup['kind'];
  readonly mode: 'reporting' | 'clearance';
  readonly thresholds: readonly DeadlineThreshold[];
}[] = [
  { kind: 'report', mode: 'reporting', thresholds: deadlineThresholds },
  { kind: 'uncleared', mode: 'clearance', thresholds: [0] },
];
