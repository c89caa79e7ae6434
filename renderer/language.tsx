import { DirectionContext } from '@mantine/core';
import { createInstance, type TFunction } from 'i18next';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { type Language, type Vocabulary, words } from '../shared/words/index.ts';
import { type Format, formats } from './format.ts';
import { readStored, writeStored } from './stored.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';

interface LanguageValue {
  readonly language: Language;
  /** The words of the screens. */
  readonly t: TFunction;
  /** The words every door shares. */
  readonly words: Vocabulary;
  readonly format: Format;
  switchLanguage(): void;
}

const i18n = createInstance();
// All words are in the bundle, so this is done when it returns.
void i18n.init({
  initAsync: false,
  resources: { en: { translation: en }, ar: { translation: ar } },
  lng: 'ar',
  fallbackLng: false,
  // React escapes what it writes.
  interpolation: { escapeValue: false },
});

const LanguageContext = createContext<LanguageValue | undefined>(undefined);

/**
 * One state holds the language: words, number formats and direction follow in the same render, so a switch is seen
 * at once and nothing on the screen is built anew.
 */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(storedLanguage);
  const dir = language === 'ar' ? 'rtl' : 'ltr';

  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = dir;
    document.title = language === 'ar' ? 'ختم' : 'Khatm';
    writeStored('local', 'khatm-language', language);
  }, [language, dir]);

  const value = useMemo<LanguageValue>(
    () => ({
      language,
      t: i18n.getFixedT(language),
      words: words[language],
      format: formats[language],
      switchLanguage: () => setLanguage(language === 'ar' ? 'en' : 'ar'),
    }),
    [language],
  );
  const direction = useMemo(
    () => ({ dir, toggleDirection: value.switchLanguage, setDirection: () => {} }) as const,
    [dir, value],
  );
  return (
    <LanguageContext value={value}>
      <DirectionContext value={direction}>{children}</DirectionContext>
    </LanguageContext>
  );
}

export function useLanguage(): LanguageValue {
  const value = useContext(LanguageContext);
  if (value === undefined) throw new Error('outside LanguageProvider');
  return value;
}

function storedLanguage(): Language {
  const stored = readStored('local', 'khatm-language');
  if (stored === 'ar' || stored === 'en') return stored;
  return navigator.language.startsWith('en') ? 'en' : 'ar';
}
