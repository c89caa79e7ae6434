import { DirectionContext } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { type Language, type Vocabulary, words } from '../../shared/words/index.ts';
import { screens, type TranslateScreen } from '../../shared/words/screens.ts';
import { readStored, writeStored } from '../page/stored.ts';
import { type Format, formats } from './format.ts';

interface LanguageValue {
  readonly language: Language;
  /** Translates the texts of the screens. */
  readonly t: TranslateScreen;
  /** The words that the screens share with the command line and the sandbox. */
  readonly words: Vocabulary;
  readonly format: Format;
  switchLanguage(): void;
}

const LanguageContext = createContext<LanguageValue | undefined>(undefined);

/**
 * The provider of the language. Words, number formats and direction come from one state and change in the same render,
 * so that a switch is instant and remounts nothing.
 */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(storedLanguage);
  const dir = language === 'ar' ? 'rtl' : 'ltr';

  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = dir;
    document.title = screens[language]('app.name');
    writeStored('local', 'khatm-language', language);
  }, [language, dir]);

  const value: LanguageValue = {
    language,
    t: screens[language],
    words: words[language],
    format: formats[language],
    switchLanguage: () => setLanguage(language === 'ar' ? 'en' : 'ar'),
  };
  const direction = { dir, toggleDirection: value.switchLanguage, setDirection: () => {} } as const;
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
