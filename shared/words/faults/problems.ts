import { ar } from '../ar/faults/problems.ts';
import { en } from '../en/faults/problems.ts';

export const problemWords = { en, ar } as const;
