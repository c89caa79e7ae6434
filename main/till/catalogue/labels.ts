import type { Article } from '../../../shared/contract/till/articles.ts';
import { type LabelReading, type LabelRule, readLabel } from '../../../shared/sale/article-label.ts';
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
  return {
    rules: (): LabelRule[] => settings.read(labelRules),
    setRules: (rules: LabelRule[]) => settings.write(labelRules, rules),
    /** Reads a label and finds its article, withdrawn or not; undefined for any other code. */
    read(rules: readonly LabelRule[], code: string): Label | undefined {
      const label = readLabel(rules, withLatinDigits(code.trim()));
      if (label === undefined) return undefined;
      const { article: digits, ...reading } = label;
      // A list may omit the leading zeros that a scale prints.
      return { ...reading, digits, article: find(digits) ?? find(digits.replace(/^0+(?=\d)/, '')) };
    },
  };
}
