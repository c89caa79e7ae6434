import { useState } from 'react';
import { isWeakPin } from '../../shared/pin.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { Field } from '../components/field.tsx';
import { MainAction } from '../components/main-action.tsx';
import { Note } from '../components/note.tsx';
import { Sheet } from '../components/sheet.tsx';
import { latinDigits } from '../format.ts';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { useTerminalCommand } from '../use-terminal-command.ts';

/**
 * The list of people is lost and nobody can sign in. Whoever knows the passphrase of the vault names a manager; where
 * no passphrase protects it, the command line is the way.
 */
export function RecoverPeople({ canRecover }: { canRecover: boolean }) {
  const { t } = useLanguage();
  return (
    <Sheet title={t('recover.title')} lead={t(canRecover ? 'recover.lead' : 'recover.commandLine')}>
      {canRecover && <RecoverForm />}
    </Sheet>
  );
}

const nothing = { passphrase: '', name: '', pin: '', again: '' };
type FieldName = keyof typeof nothing;

function RecoverForm() {
  const { t, words, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('people.recover');
  const [typed, setTyped] = useState(nothing);
  const [attempted, setAttempted] = useState(false);
  const { passphrase, name, pin, again } = typed;
  const wrong: Record<FieldName, string | undefined> = {
    passphrase: passphrase === '' ? words.issues.blank : undefined,
    name: name.trim() === '' ? words.issues.blank : undefined,
    pin: !/^\d{6,12}$/.test(pin)
      ? t('setup.manager.digits')
      : isWeakPin(pin)
        ? words.issues['weak-pin']
        : undefined,
    again: again === pin ? undefined : t('setup.manager.differ'),
  };
  const recover = async () => {
    setAttempted(true);
    const first = (['passphrase', 'name', 'pin', 'again'] as const).find(
      (field) => wrong[field] !== undefined,
    );
    if (first !== undefined) document.getElementById(`recover-${first}`)?.focus();
    else await run({ name: name.trim(), pin, passphrase });
  };
  useKeys({ [keys.main]: () => void recover() });
  const field = (at: FieldName, label: string) => ({
    id: `recover-${at}`,
    label,
    value: typed[at],
    error: attempted ? wrong[at] : undefined,
    onText: (text: string) =>
      setTyped({ ...typed, [at]: at === 'pin' || at === 'again' ? latinDigits(text) : text }),
  });
  const digits = { type: 'password', inputMode: 'numeric', dir: 'ltr', maxLength: 12 } as const;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void recover();
      }}
      noValidate
    >
      <Field {...field('passphrase', t('vault.passphrase'))} type="password" dir="auto" />
      <Field {...field('name', t('setup.manager.name'))} dir="auto" maxLength={60} />
      <Field {...field('pin', t('setup.manager.pin'))} {...digits} />
      <Field {...field('again', t('setup.manager.again'))} {...digits} />
      {failure && <Note tone="red">{describeFailure(failure, language)}</Note>}
      <MainAction onClick={() => void recover()} disabled={busy}>
        {t('recover.action')}
      </MainAction>
    </form>
  );
}
