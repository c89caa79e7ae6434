import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Environment } from '../../shared/status.ts';
import { shortestPassphrase } from '../../shared/vault.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { Field } from '../components/field.tsx';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { useLanguage } from '../language.tsx';
import { isSamePassphrase, PassphraseFields, type TypedPassphrase } from '../setup/passphrase-fields.tsx';
import { useTerminalCommand } from '../use-terminal-command.ts';
import styles from './passphrase-change.module.css';

const nothing: TypedPassphrase = { first: '', again: '' };

/** Another passphrase for the vault of the environment on the screen, on a device that has no keychain. */
export function PassphraseChange({ environment }: { environment: Environment }) {
  const { t, words, language } = useLanguage();
  const { run, busy, failure, forget } = useTerminalCommand('vault.changePassphrase');
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState(nothing);
  const [attempted, setAttempted] = useState(false);
  const [isChanged, setChanged] = useState(false);

  const edited = () => {
    setChanged(false);
    forget();
  };
  const change = async () => {
    setAttempted(true);
    if (current === '' || next.first.length < shortestPassphrase || !isSamePassphrase(next)) return;
    const changed = await run({ current, next: next.first });
    if (!changed?.ok) return;
    setCurrent('');
    setNext(nothing);
    setAttempted(false);
    setChanged(true);
  };

  return (
    <section>
      <h3>{t('settings.passphrase.title', { environment: words.environments[environment] })}</h3>
      <p className={page.lead}>{t('settings.passphrase.text')}</p>
      {failure && <Note tone="red">{describeFailure(failure, language)}</Note>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <Field
          className={styles.current}
          type="password"
          dir="auto"
          label={t('settings.passphrase.current')}
          value={current}
          error={attempted && current === '' ? t('settings.passphrase.needed') : undefined}
          onText={(text) => {
            setCurrent(text);
            edited();
          }}
        />
        <PassphraseFields
          value={next}
          attempted={attempted}
          onChange={(value) => {
            setNext(value);
            edited();
          }}
        />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t('settings.passphrase.change')}
        </Button>
        <span role="status" className={styles.changed}>
          {isChanged && t('settings.passphrase.changed')}
        </span>
      </form>
    </section>
  );
}
