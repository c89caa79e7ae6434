import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { fewestDigits } from '../../../shared/values/pin.ts';
import { usePinCheck } from '../../ui/components/forms/check-pin.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';

/**
 * The screen shown when the list of people is lost and nobody can sign in. A person with the passphrase of the vault
 * adds a manager; without a passphrase, only the command line can do it.
 */
export function RecoverPeople({ canRecover }: { canRecover: boolean }) {
  const { t } = useLanguage();
  return (
    <Sheet title={t('recover.title')} lead={t(canRecover ? 'recover.lead' : 'recover.commandLine')}>
      {canRecover && <RecoverForm />}
    </Sheet>
  );
}

function RecoverForm() {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('people.recover');
  const checkPin = usePinCheck();
  const form = useForm({
    id: 'recover',
    initial: { passphrase: '', name: '', pin: '', again: '' },
    check: ({ passphrase, name, pin, again }) => ({
      passphrase: passphrase === '' ? words.issues.blank : undefined,
      name: name.trim() === '' ? words.issues.blank : undefined,
      ...checkPin(pin, again),
    }),
    send: ({ passphrase, name, pin }) => run({ name: name.trim(), pin, passphrase }),
  });
  useKeys({ [keys.main]: () => void form.submit() });
  const digits = { type: 'password', inputMode: 'numeric', dir: 'ltr', maxLength: 12 } as const;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Field {...form.text('passphrase')} label={t('vault.passphrase')} type="password" dir="auto" />
      <Field {...form.text('name')} label={t('setup.manager.name')} dir="auto" maxLength={60} />
      <Field
        {...form.text('pin', withLatinNumbers)}
        label={t('settings.people.pin', { fewest: fewestDigits })}
        {...digits}
      />
      <Field {...form.text('again', withLatinNumbers)} label={t('settings.people.again')} {...digits} />
      <FailureNote of={form.failure} />
      <MainAction onClick={() => void form.submit()} disabled={busy}>
        {t('recover.action')}
      </MainAction>
    </form>
  );
}
