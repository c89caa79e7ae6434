import type { Draft, DraftLine } from '../../../shared/stored/basket/draft.ts';
import { hasOpenAmount, isBlank, newLine } from './draft.ts';

export type Removal =
  | { readonly kind: 'line'; readonly line: DraftLine; readonly index: number }
  | { readonly kind: 'basket'; readonly draft: Draft };

/**
 * Removes a line; an empty basket gets a new one, because there is always a line for typing. A blank line is removed
 * without a record, since nothing is lost.
 * @returns undefined for a line that does not exist
 */
export function removeLine(
  draft: Draft,
  key: string,
): { draft: Draft; removed: readonly Removal[] } | undefined {
  const index = draft.lines.findIndex((line) => line.key === key);
  const line = draft.lines[index];
  if (line === undefined) return undefined;
  const lines = draft.lines.toSpliced(index, 1);
  return {
    draft: { ...draft, lines: lines.length > 0 ? lines : [newLine()] },
    removed: isBlank(line) ? [] : [{ kind: 'line', line, index }],
  };
}

export function restore(draft: Draft, removal: Removal): Draft {
  if (removal.kind === 'line')
    return { ...draft, lines: draft.lines.toSpliced(removal.index, 0, removal.line) };
  const typed = draft.lines.filter((line) => !isBlank(line));
  const openAmount = hasOpenAmount(draft) ? draft.openAmount : removal.draft.openAmount;
  const before = { ...removal.draft, openAmount };
  return typed.length === 0
    ? before
    : { ...before, lines: [...before.lines.filter((line) => !isBlank(line)), ...typed] };
}
