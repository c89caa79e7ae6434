import { Box } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { VaultWhy } from '../../../shared/vault.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';

const passphraseWhys: readonly string[] = [
  'passphrase-needed',
  'wrong-passphrase',
  'passphrase-wait',
] satisfies VaultWhy[];

export function UnlockScreen({ vault }: { vault: Exclude<TerminalStatus['vault'], 'open'> }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('vault.unlock');
  const [passphrase, setPassphrase] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const why = failure?.detail?.why;
  // Only a passphrase can be entered here; any other cause is resolved elsewhere, and then tried again.
  const isPassphrase = failure === undefined ? vault === 'locked' : passphraseWhys.includes(String(why));

  // Tries to open the vault at once: a failure shows the reason, and a keychain that was unlocked meanwhile needs no
  // press.
  const ask = useRef(run);
  useEffect(() => {
    field.current?.focus();
    void ask.current({});
  }, []);
  const open = async () => {
    if (isPassphrase && passphrase === '') return field.current?.focus();
    const result = await run(isPassphrase ? { passphrase } : {});
    if (result?.ok === false) field.current?.select();
  };
  useKeys({ [keys.main]: () => void open() });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void open();
  };

  return (
    <Sheet
      title={t(isPassphrase ? 'vault.lockedTitle' : 'vault.unavailableTitle')}
      lead={t(isPassphrase ? 'vault.lockedText' : 'vault.unavailableText')}
    >
      <form onSubmit={onSubmit}>
        {isPassphrase && (
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
        <Box mih="5.5rem">
          {failure && why !== 'passphrase-needed' && (
            <Note tone="red">{describeFailure(failure, language)}</Note>
          )}
        </Box>
        <MainAction onClick={() => void open()} disabled={busy}>
          {busy ? t('vault.opening') : t(isPassphrase ? 'vault.open' : 'app.tryAgain')}
        </MainAction>
      </form>
    </Sheet>
  );
}
