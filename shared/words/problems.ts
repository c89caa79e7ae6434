import { ar } from './ar/problems.ts';
import { en } from './en/problems.ts';

export const problemWords = { en, ar } as const;
