import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../shared/words/index.ts';
import { useClient } from '../client.tsx';
import { latinDigits } from '../format.ts';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { Field } from '../parts/field.tsx';
import { MainAction } from '../parts/main-action.tsx';
import { go } from '../route.ts';
import styles from './return-screen.module.css';

/** Finds the document by its number or its QR: a scanner types what it reads and ends with Enter. */
export function FindDocument() {
  const { t, language } = useLanguage();
  const client = useClient();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isLooking = useRef(false);
  useEffect(() => field.current?.focus(), []);

  const find = async () => {
    // From the field itself: a scanner is faster than the screen is drawn.
    const typed = latinDigits(field.current?.value ?? '').trim();
    if (isLooking.current) return;
    if (typed === '') {
      field.current?.focus();
      return;
    }
    isLooking.current = true;
    const found = await client.call('invoice.find', { text: typed });
    isLooking.current = false;
    if (found.ok) {
      go({ screen: 'return', uuid: found.value.uuid });
      return;
    }
    setError(describeFailure(found.failure, language));
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
          error={error}
          dir="ltr"
          onText={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
        <MainAction onClick={() => void find()}>{t('return.find')}</MainAction>
      </form>
    </main>
  );
}
