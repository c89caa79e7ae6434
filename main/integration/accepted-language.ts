import { type Language, languages } from '../../shared/words/index.ts';

/** Returns the language that a caller prefers (RFC 9110 §12.5.4); English if it names neither Arabic nor English. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part, place) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = parameters
      .find((each) => each.trim().startsWith('q='))
      ?.trim()
      .slice(2);
    return { tag: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0, place };
  });
  const [best] = wanted
    .filter(({ tag, weight }) => weight > 0 && languages.some((language) => language === tag))
    .toSorted((a, b) => b.weight - a.weight || a.place - b.place);
  return languages.find((language) => language === best?.tag) ?? 'en';
}
