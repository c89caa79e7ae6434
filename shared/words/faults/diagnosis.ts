import type { DiagnosisStep, StepResult, StepState } from '../../diagnosis.ts';
import { failureCodeSchema } from '../../failure.ts';
import type { Language } from '../../values/language.ts';
import { ar } from '../ar/faults/diagnosis.ts';
import { en } from '../en/faults/diagnosis.ts';
import { fill } from '../fill.ts';
import { describeFailure, describePath } from '../index.ts';

const texts = { en, ar } as const;

export const stepName = (step: DiagnosisStep, language: Language): string => texts[language].steps[step];

/** Names the uses of printers, which the fact contains as keys separated by spaces. */
function usesInWords(uses: string, language: Language): string {
  const names: Readonly<Record<string, string>> = texts[language].printUses;
  return new Intl.ListFormat(language).format(uses.split(' ').map((use) => names[use] ?? use));
}

/** Describes the failure that a fact names; the other facts are its details. */
function failureInWords({ failure, ...detail }: StepResult['facts'], language: Language): string {
  const code = failureCodeSchema.safeParse(failure);
  return code.success ? describeFailure({ code: code.data, detail }, language) : String(failure);
}

export const stateName = (state: StepState, language: Language): string => texts[language].states[state];

/** Returns the finding of a step and, if something can be done, advice. */
export function describeStep(
  { finding, facts }: StepResult,
  language: Language,
): { readonly says: string; readonly mend?: string } {
  const words: { readonly says: string; readonly mend?: string } = texts[language].findings[finding];
  // Addresses and paths keep their own direction inside Arabic.
  const values = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (name === 'failure') return [name, failureInWords(facts, language)];
      if (name === 'field') return [name, describePath([value], language) || value];
      if (name === 'uses') return [name, usesInWords(String(value), language)];
      return [name, language === 'ar' ? `\u2068${value}\u2069` : value];
    }),
  );
  return {
    says: fill(words.says, values),
    ...(words.mend !== undefined && { mend: fill(words.mend, values) }),
  };
}
