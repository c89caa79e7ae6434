import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { describeCredentialFailure } from '../../shared/words/credential-failures.ts';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { Field } from '../parts/field.tsx';
import { MainAction } from '../parts/main-action.tsx';
import { Note } from '../parts/note.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { useCommand } from '../use-command.ts';
import styles from './unlock-screen.module.css';

/** Opens the vault: with a passphrase, or by asking the device's keychain once more. */
export function UnlockScreen({ vault }: { vault: Exclude<TerminalStatus['vault'], 'open'> }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useCommand('vault.unlock');
  const [passphrase, setPassphrase] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // A locked keychain says so when it is asked; then there is no passphrase to enter.
  const isKeychain = vault === 'unavailable' || failure?.detail?.why === 'locked';

  useEffect(() => field.current?.focus(), []);
  const open = async () => {
    if (!isKeychain && passphrase === '') return field.current?.focus();
    const result = await run(isKeychain ? {} : { passphrase });
    if (result?.ok === false) field.current?.select();
  };
  useKeys({ [keys.main]: () => void open() });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void open();
  };

  return (
    <Sheet
      title={t(isKeychain ? 'vault.unavailableTitle' : 'vault.lockedTitle')}
      lead={t(isKeychain ? 'vault.unavailableText' : 'vault.lockedText')}
    >
      <form onSubmit={onSubmit}>
        {!isKeychain && (
          <Field
            ref={field}
            type="password"
            dir="auto"
            label={t('vault.passphrase')}
            value={passphrase}
            error={undefined}
            onText={setPassphrase}
          />
        )}
        <div className={styles.failure}>
          {failure && <Note tone="red">{describeCredentialFailure(failure, language)}</Note>}
        </div>
        <MainAction onClick={() => void open()} disabled={busy}>
          {busy ? t('vault.opening') : t(isKeychain ? 'vault.retry' : 'vault.open')}
        </MainAction>
      </form>
    </Sheet>
  );
}
