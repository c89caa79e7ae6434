import { DirectionContext } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { type Language, type Vocabulary, words } from '../../../shared/words/index.ts';
import { screens, type TranslateScreen } from '../../../shared/words/screens.ts';
import { readStored, writeStored } from '../page/stored.ts';
import { type Format, formats } from './format.ts';

interface LanguageValue {
  readonly language: Language;
  readonly t: TranslateScreen;
  readonly words: Vocabulary;
  readonly format: Format;
  switchLanguage(): void;
  /** Shows the language of the person who signed in, and the terminal's language once nobody is signed in. */
  follow(person: OwnLanguage | undefined): void;
}

interface OwnLanguage {
  /** The chosen language; undefined before the person chooses, who then sees the terminal's language. */
  readonly chosen: Language | undefined;
  /**
   * Stores the choice for the next sign-in. Resolves once `chosen` reflects it, with false if it could not be stored.
   */
  choose(language: Language): Promise<boolean>;
}

const LanguageContext = createContext<LanguageValue | undefined>(undefined);

/**
 * The provider of the language. Words, number formats and direction come from one state and change in the same render,
 * so that a switch is instant and remounts nothing.
 */
export function LanguageProvider({ children }: { children: ReactNode }) {
  /** The terminal's language, which was chosen while nobody was signed in. */
  const [shared, setShared] = useState<Language>(storedLanguage);
  const [person, setPerson] = useState<OwnLanguage>();
  /** A choice that is being stored; afterwards the stored choice counts, which may come from another window. */
  const [coming, setComing] = useState<{ readonly language: Language }>();
  const language = coming?.language ?? person?.chosen ?? shared;
  const dir = language === 'ar' ? 'rtl' : 'ltr';

  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = dir;
    document.title = screens[language]('app.name');
  }, [language, dir]);
  useLayoutEffect(() => writeStored('local', 'khatm-language', shared), [shared]);

  function switchLanguage(): void {
    const other: Language = language === 'ar' ? 'en' : 'ar';
    if (person === undefined) {
      setShared(other);
      return;
    }
    void choose(person, { language: other });
  }

  async function choose(ownLanguage: OwnLanguage, choice: { readonly language: Language }): Promise<void> {
    setComing(choice);
    const isKept = await ownLanguage.choose(choice.language);
    // The choice still counts until they sign out.
    if (!isKept)
      setPerson((now) => (now?.choose === ownLanguage.choose ? { ...now, chosen: choice.language } : now));
    setComing((now) => (now === choice ? undefined : now));
  }

  const value: LanguageValue = {
    language,
    t: screens[language],
    words: words[language],
    format: formats[language],
    switchLanguage,
    follow: setPerson,
  };
  const direction = { dir, toggleDirection: switchLanguage, setDirection: () => {} } as const;
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
