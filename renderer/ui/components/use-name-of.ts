import { useLanguage } from '../language/language.tsx';

export interface Named {
  readonly nameAr?: string | undefined;
  readonly nameEn?: string | undefined;
}

export function useNameOf(): (named: Named) => string {
  const { language } = useLanguage();
  return ({ nameAr, nameEn }) => (language === 'ar' ? (nameAr ?? nameEn) : (nameEn ?? nameAr)) ?? '';
}
