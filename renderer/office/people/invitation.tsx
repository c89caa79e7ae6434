import { Button } from '@mantine/core';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { shortestPassword } from '../../../shared/office/people.ts';
import { CopyLine } from '../../ui/components/copy-line.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { QrCode } from '../../ui/components/qr-code.tsx';
import { LanguageButton } from '../language-button.tsx';
import { useOfficeCommand, useOfficeQuery } from '../office.ts';
import { CodeField, EmailField } from '../parts/credential-fields.tsx';
import { leaveInvitation } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';
import styles from './invitation.module.css';

export function Invitation({ link }: { link: string }) {
  const { t, say } = useOfficeWords();
  const { data, error } = useOfficeQuery('invitation.look', { link });
  return (
    <Sheet
      title={data === undefined ? t('title') : t('invitation.title', { name: data.name })}
      lead={data && t('invitation.lead', { role: t(`roles.${data.role}`) })}
    >
      {error !== null && data === undefined && (
        <>
          <Note tone="red">{say(error)}</Note>
          <Button variant="default" onClick={leaveInvitation}>
            {t('signIn.title')}
          </Button>
        </>
      )}
      {data !== undefined && <Form link={link} invited={data} />}
      <LanguageButton />
    </Sheet>
  );
}

function Form({ link, invited }: { link: string; invited: OfficeOutput<'invitation.look'> }) {
  const { t, say } = useOfficeWords();
  const { run, busy } = useOfficeCommand('invitation.accept');
  const form = useForm({
    id: 'invitation',
    initial: { email: '', password: '', repeat: '', code: '' },
    check: ({ password, repeat }) => ({
      password: password.length < shortestPassword ? t('invitation.short') : undefined,
      repeat: repeat === password ? undefined : t('invitation.differs'),
    }),
    send: ({ email, password, code }) => run({ link, email, password, code }),
    onDone: leaveInvitation,
  });
  return (
    <form onSubmit={form.onSubmit}>
      <EmailField {...form.text('email')} />
      <div className={styles.pair}>
        <Field
          {...form.text('password')}
          label={t('invitation.password')}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          required
        />
        <Field
          {...form.text('repeat')}
          label={t('invitation.repeat')}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          required
        />
      </div>
      <div className={styles.app}>
        <QrCode text={invited.address} label={t('invitation.scan')} className={styles.qr} />
        <div>
          <p className={styles.scan}>{t('invitation.scan')}</p>
          <CodeField {...form.text('code')} label={t('invitation.code')} />
        </div>
      </div>
      <div className={styles.secret}>
        <CopyLine label={t('invitation.secret')} value={invited.secret} />
      </div>
      {form.failure && <Note tone="red">{say(form.failure)}</Note>}
      <Button type="submit" size="xl" fullWidth aria-disabled={busy} disabled={form.values.code.length !== 6}>
        {t('invitation.go')}
      </Button>
    </form>
  );
}
