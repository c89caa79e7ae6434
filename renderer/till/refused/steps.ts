import type { LedgerRefusal } from '../../../shared/alarm.ts';
import { ar } from '../../../shared/words/ar/faults/refusal-steps.ts';
import { en } from '../../../shared/words/en/faults/refusal-steps.ts';
import type { Language } from '../../../shared/words/index.ts';

export const refusalSteps: Readonly<Record<Language, Readonly<Record<LedgerRefusal, readonly string[]>>>> = {
  en,
  ar,
};
