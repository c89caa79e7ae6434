import { ar } from '../../../shared/words/ar/sandbox.ts';
import { type BothLanguages, inBoth } from '../../../shared/words/both.ts';
import { en } from '../../../shared/words/en/sandbox.ts';
import { fill } from '../../../shared/words/fill.ts';

/** The sandbox's texts, in both languages; the caller's Accept-Language chooses. */
export const sandboxTexts = inBoth(en, ar);

export type Text = BothLanguages;
export type FindingText = keyof typeof sandboxTexts.findings;

/** A finding about a document; codes that start with `sandbox-` are the sandbox's own. */
export interface Finding {
  readonly status: 'ERROR' | 'WARNING';
  readonly code: string;
  readonly category: string;
  readonly message: Text;
}

type Values = Readonly<Record<string, string | number>>;

export function fillBoth({ en, ar }: Text, values: Values): Text {
  return { en: fill(en, values), ar: fill(ar, values) };
}

export function error(code: string, category: string, text: FindingText, values: Values = {}): Finding {
  return { status: 'ERROR', code, category, message: fillBoth(sandboxTexts.findings[text], values) };
}
