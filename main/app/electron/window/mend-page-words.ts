import { ar } from '../../../../shared/words/ar/start.ts';
import { en } from '../../../../shared/words/en/start.ts';
import type { Language } from '../../../../shared/words/index.ts';

/** Returns the question after a page has crashed repeatedly. */
export const crashedPageWords = (language: Language) => ({ en, ar })[language].crashed;
