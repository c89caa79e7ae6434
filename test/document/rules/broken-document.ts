import type { RuleId } from '../../../shared/words/faults/rules.ts';
import type { BaseName } from './bases.ts';
import type { Change } from './changes.ts';

export interface BrokenDocument {
  readonly name: string;
  readonly ruleId: RuleId;
  readonly base: BaseName;
  readonly break: Change;
  /** The other rules that the same fault always breaks. */
  readonly also: readonly RuleId[];
  /** The document's number, if the number is the fault. */
  readonly number?: string;
  /** The text to replace in the base's document, if the template refuses to write the fault. */
  readonly rewrite?: readonly [from: string, to: string];
}

/** Makes a case for one rule from the fault, the base, the change, and the other rules that must report too. */
export function breaks(
  ruleId: RuleId,
  base: BaseName,
  name: string,
  change: Change,
  also: readonly RuleId[] = [],
  more: Pick<BrokenDocument, 'number' | 'rewrite'> = {},
): BrokenDocument {
  return { ruleId, base, name: `${ruleId}: ${name}`, break: change, also, ...more };
}
