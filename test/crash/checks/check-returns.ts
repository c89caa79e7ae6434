import { correctedBy, linesOf, totalOf } from './read-document.ts';
import type { LedgerRow } from './read-ledger.ts';

/** Checks that refunds never exceed the sale, neither in money nor in the quantity of any line. */
export function checkReturns(rows: readonly LedgerRow[]): string[] {
  const replacedBy = new Map(rows.flatMap((row) => (row.replaces === null ? [] : [[row.replaces, row]])));
  const byNumber = new Map(rows.map((row) => [row.number, row]));

  /** Returns the latest replacement of a document, after any number of rejections. */
  function latest(row: LedgerRow): LedgerRow {
    const next = replacedBy.get(row.icv);
    return next === undefined ? row : latest(next);
  }

  const problems: string[] = [];
  const notes = rows.filter((row) => row.kind === 'creditNote' && latest(row) === row);
  const notesOf = Map.groupBy(notes, (note) => {
    const original = byNumber.get(correctedBy(note) ?? '');
    if (original === undefined) problems.push(`note ${note.number} gives back nothing that was sold`);
    return original && latest(original);
  });
  for (const [sold, returns] of notesOf) {
    if (sold === undefined) continue;
    const wrong = (what: string) => problems.push(`document ${sold.icv} (${sold.number}): ${what}`);
    const back = returns.reduce((sum, note) => sum + totalOf(note), 0);
    if (back > totalOf(sold)) wrong(`came to ${totalOf(sold)}, and ${back} halalas were given back`);
    const left = new Map(linesOf(sold).map(({ name, quantity }) => [name, quantity]));
    for (const { name, quantity } of returns.flatMap(linesOf))
      left.set(name, (left.get(name) ?? 0) - quantity);
    for (const [name, quantity] of left)
      if (quantity < 0) wrong(`${-quantity} too many of ${name} were taken back`);
  }
  return problems;
}
