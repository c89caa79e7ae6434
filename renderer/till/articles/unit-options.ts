import { units } from '../../../shared/sale/units.ts';
import type { Language } from '../../../shared/values/language.ts';
import { unitWords } from '../../../shared/words/article-files.ts';
import type { ArticleValues } from './article-values.ts';

/** Returns the units to choose from; a word of the shop's list stands beside the one for which it is kept. */
export const unitOptions = (
  { unit, unitWord }: Pick<ArticleValues, 'unit' | 'unitWord'>,
  language: Language,
) =>
  units.map((value) => {
    const name = unitWords[language].names[value];
    return { value, label: value === unit && unitWord !== '' ? `${name} (\u2068${unitWord}\u2069)` : name };
  });
