import type { RuleId } from '../../shared/words/rules.ts';
import type { BaseName } from './bases.ts';
import type { Change } from './changes.ts';

export interface BrokenDocument {
  readonly name: string;
  readonly ruleId: RuleId;
  readonly base: BaseName;
  readonly break: Change;
  /** Rules that cannot but answer too. */
  readonly also: readonly RuleId[];
  /** The document's number, if the number is the fault. */
  readonly number?: string;
  /** Used if the template refuses to write the fault: the base's document with one text replaced. */
  readonly rewrite?: readonly [from: string, to: string];
}

/** A case of one rule: the fault, the base, the change, and other rules that must answer too. */
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
