import { useLanguage } from '../language/language.tsx';

export interface Named {
  readonly nameAr?: string | undefined;
  readonly nameEn?: string | undefined;
}

/** Returns the function that gives a name in the language of the screen, or else in the other one. */
export function useNameOf(): (named: Named) => string {
  const { language } = useLanguage();
  return ({ nameAr, nameEn }) => (language === 'ar' ? (nameAr ?? nameEn) : (nameEn ?? nameAr)) ?? '';
}
