import type { Article } from '../../../shared/contract/till/articles.ts';
import {
  type LabelReading,
  type LabelRule,
  labelFault,
  readLabel,
} from '../../../shared/sale/article-label.ts';
import { readGs1 } from '../../../shared/sale/gs1.ts';
import { labelRules } from '../../../shared/stored/settings/catalogue.ts';
import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';

export interface Label extends Omit<LabelReading, 'article'> {
  /** The digits that name the article on the label. */
  readonly digits: string;
  /** undefined when no article has these digits as a code. */
  readonly article: Article | undefined;
}

export function createLabels(database: Database, find: (code: string) => Article | undefined) {
  const settings = createSettings(database);
  const rules = (): LabelRule[] => settings.read(labelRules);
  /** Reads a label and finds its article, withdrawn or not; undefined for any other code. */
  const read = (by: readonly LabelRule[], code: string): Label | undefined => {
    const label = readLabel(by, withLatinDigits(code.trim()));
    if (label === undefined) return undefined;
    const { article: digits, ...reading } = label;
    // A list may omit the leading zeros that a scale prints.
    return { ...reading, digits, article: find(digits) ?? find(digits.replace(/^0+(?=\d)/, '')) };
  };
  return {
    rules,
    setRules: (wanted: LabelRule[]) => settings.write(labelRules, wanted),
    /** Returns why a code that the rules know cannot be right; undefined for any other code. */
    faultOf: (code: string) => labelFault(rules(), withLatinDigits(code.trim())),
    read,
    /** Finds the article of a code, a label or a code of several facts, withdrawn or not. */
    articleOf(code: string): Article | undefined {
      const gtin = readGs1(code)?.gtin;
      const ofGtin = () => (gtin === undefined ? undefined : find(gtin));
      return find(code) ?? read(rules(), code)?.article ?? ofGtin();
    },
  };
}
