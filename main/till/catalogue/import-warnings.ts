import { nameInDocument } from '../../../shared/sale/article.ts';
import { isGtin } from '../../../shared/sale/gtin.ts';
import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import { noticeOf, type PlanFault, type PlannedRow } from './plan-import.ts';
import type { ReadRow } from './read-row.ts';

type Warning = Omit<PlanFault, 'row'>;

/** Returns the reasons to look at rows that can be imported, in the order of the file. */
export function warningsOf(
  database: Database,
  planned: readonly PlannedRow[],
  rows: readonly ReadRow[],
): PlanFault[] {
  const ofPlan = createWarnings(database);
  const read = new Map(rows.map((row) => [row.number, row.warnings]));
  const ofRows = planned.flatMap((row) =>
    [...(read.get(row.number) ?? []).map(noticeOf), ...ofPlan(row)].map((warning) => ({
      row: row.number,
      ...warning,
    })),
  );
  return [...ofRows, ...cutNames(planned)];
}

function createWarnings(database: Database) {
  const isNamed = database
    .prepare<[string, string], number>(
      'SELECT 1 FROM article_name JOIN article ON n = article WHERE folded = ? AND id = ?',
    )
    .pluck();
  const isTaken = database.prepare<[string], number>('SELECT 1 FROM article_name WHERE folded = ?').pluck();
  const names = new Set<string>();

  return ({ kind, id, article, before, stated }: PlannedRow): Warning[] => {
    const ownNames = [stated.nameAr, stated.nameEn].filter((name) => name !== undefined);
    const name = nameInDocument(article);
    const warnings: Warning[] = [];
    const wrong = stated.codes?.find(hasWrongCheckDigit);
    if (wrong !== undefined)
      warnings.push({ column: 'codes', code: 'check-digit', params: { value: wrong } });
    if (kind === 'added') {
      const folded = searchText(name);
      const isTwice = names.has(folded) || ownNames.some((one) => isTaken.get(searchText(one)) !== undefined);
      names.add(folded);
      if (isTwice) warnings.push({ column: 'name', code: 'name-twice', params: { value: name } });
    }
    // A row that has the code of another article changes the name and the price of that one.
    const isFound = before !== undefined && stated.id === undefined && ownNames.length > 0;
    if (isFound && ownNames.every((one) => isNamed.get(searchText(one), id) === undefined))
      warnings.push({
        code: 'into-other',
        params: { value: `${ownNames.join(' | ')} → ${nameInDocument(before)}` },
      });
    return warnings;
  };
}

function hasWrongCheckDigit(code: string): boolean {
  const digits = withLatinDigits(code);
  return /^\d{12,14}$/.test(digits) && !isGtin(digits);
}

/** Names of one length are common below this, in characters. */
const shortest = 20;
/** So many names of the greatest length are no chance. */
const severalCut = 3;

/** Returns a warning for each name that another program seems to have cut: many have the same greatest length. */
function cutNames(rows: readonly PlannedRow[]): PlanFault[] {
  const names = rows.flatMap(({ number, article }) =>
    [article.nameAr ?? '', article.nameEn ?? ''].map((name) => ({ number, name, length: [...name].length })),
  );
  const longest = names.reduce((most, { length }) => Math.max(most, length), 0);
  const cut = names.filter(({ length }) => length === longest);
  const isCut = longest >= shortest && cut.length >= severalCut;
  return names
    .filter(({ name, length }) => (isCut && length === longest) || /(?:\u2026|\.{3})$/.test(name))
    .map(({ number, name }) => ({ row: number, column: 'name', code: 'name-cut', params: { value: name } }));
}
