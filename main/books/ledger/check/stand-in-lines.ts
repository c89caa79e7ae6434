import type { Database } from '../database/database.ts';

/**
 * Compares the statements that a document stands for a rejected one with their lines.
 * @param find takes the counter of a document with a statement that has no line, or the other way round
 */
export function createStandInLines(database: Database, find: (icv: number) => void) {
  const stored = database.prepare<[], { icv: number; number: string; replaces: string }>(
    `SELECT r.icv, d.number, o.number AS replaces FROM reissue AS r JOIN document AS d ON d.icv = r.icv
       JOIN document AS o ON o.icv = r.replaces WHERE r.said_at IS NOT NULL`,
  );
  const counterOf = database.prepare<[string], number>('SELECT icv FROM document WHERE number = ?').pluck();
  const lines = new Map<string, string>();

  return {
    take: (number: string, replaces: string): void => {
      lines.set(number, replaces);
    },
    end(): void {
      for (const { icv, number, replaces } of stored.all()) {
        if (lines.get(number) !== replaces) find(icv);
        lines.delete(number);
      }
      for (const number of lines.keys()) find(counterOf.get(number) ?? 0);
    },
  };
}
