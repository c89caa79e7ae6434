import type { ImportNotice } from '../../../shared/contract/till/articles.ts';
import { isByWord } from '../../../shared/sale/import-choices.ts';
import type { PlanFault } from './plan-import.ts';

/** The largest numbers that a preview shows. A manager wants to see each article that becomes another one. */
const shown = { groups: 100, rows: 10, values: 3, merges: 20 } as const;

/** Returns what a fault or warning is about. */
const aboutOf = (params: PlanFault['params'] = {}): string[] =>
  params.value === undefined ? [] : [String(params.value)];

type Kind = Pick<ImportNotice, 'column' | 'code' | 'word'>;

/** Returns the kind of a fault or warning, by which its rows are decided together. */
export const kindOf = ({ column, code, params }: PlanFault): Kind => ({
  ...(column && { column }),
  code,
  ...(isByWord(code) && { word: aboutOf(params).join() }),
});

export const isKind = (fault: PlanFault, { column, code, word }: Kind): boolean => {
  const kind = kindOf(fault);
  return kind.code === code && kind.column === column && kind.word === word;
};

/** Groups faults or warnings by their kinds, those of most rows first. */
export function noticesOf(faults: readonly PlanFault[]): ImportNotice[] {
  const groups = new Map<string, { kind: Kind; faults: PlanFault[] }>();
  for (const fault of faults) {
    const kind = kindOf(fault);
    const key = JSON.stringify(kind);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { kind, faults: [fault] });
    else group.faults.push(fault);
  }
  return [...groups.values()]
    .map(({ kind, faults: found }) => {
      const [first] = found;
      const rows = [...new Set(found.map(({ row }) => row))];
      const values = new Set(found.flatMap(({ params }) => aboutOf(params)));
      return {
        ...kind,
        ...(first?.params && { params: first.params }),
        values: [...values].slice(0, kind.code === 'into-other' ? shown.merges : shown.values),
        count: rows.length,
        rows: rows.slice(0, shown.rows),
      };
    })
    .toSorted((one, other) => other.count - one.count)
    .slice(0, shown.groups);
}
