import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../shared/words/index.ts';
import { Field } from '../components/field.tsx';
import { MainAction } from '../components/main-action.tsx';
import { latinDigits } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';
import { keys, useKeys } from '../page/keys.ts';
import { go } from '../page/route.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import styles from './return-screen.module.css';

/** A field that finds a document by its number or QR code. A scanner types the code and ends with Enter. */
export function FindDocument() {
  const { t, language } = useLanguage();
  const { run, failure, forget } = useTerminalCommand('invoice.find');
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const find = async () => {
    // Reads the field itself, since a scanner types faster than React renders.
    const typed = latinDigits(field.current?.value ?? '').trim();
    if (typed === '') {
      field.current?.focus();
      return;
    }
    const found = await run({ text: typed });
    if (found === undefined) return;
    if (found.ok) {
      go({ screen: 'return', uuid: found.value.uuid });
      return;
    }
    field.current?.focus();
    field.current?.select();
  };
  useKeys({ [keys.main]: () => void find(), [keys.back]: () => go({ screen: 'sale' }) });

  return (
    <main className={styles.find}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('return.title')}</h1>
        <p className={styles.facts}>{t('return.how')}</p>
      </header>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <Field
          ref={field}
          id="return-find"
          label={t('return.number')}
          value={text}
          error={failure && describeFailure(failure, language)}
          dir="ltr"
          onText={(next) => {
            setText(next);
            forget();
          }}
        />
        <MainAction onClick={() => void find()}>{t('return.find')}</MainAction>
      </form>
    </main>
  );
}
