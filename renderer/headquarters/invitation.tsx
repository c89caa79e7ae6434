import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OfficeOutput } from '../../shared/headquarters/contract.ts';
import { shortestPassword } from '../../shared/headquarters/people.ts';
import { CopyLine } from '../components/copy-line.tsx';
import { Field } from '../components/field.tsx';
import { Note } from '../components/note.tsx';
import { QrCode } from '../components/qr-code.tsx';
import { Sheet } from '../components/sheet.tsx';
import { CodeField, EmailField } from './credential-fields.tsx';
import styles from './invitation.module.css';
import { LanguageButton } from './language-button.tsx';
import { useOfficeCommand, useOfficeQuery } from './office.ts';
import { leaveInvitation } from './route.ts';
import { useOfficeWords } from './use-office-words.ts';

/** The page of a link that works once: how this person will sign in. */
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
  const { run, busy, failure } = useOfficeCommand('invitation.accept');
  const [given, setGiven] = useState({ email: '', password: '', code: '' });
  const [repeat, setRepeat] = useState('');
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<typeof given>) => setGiven((before) => ({ ...before, ...change }));
  const isShort = given.password.length < shortestPassword;
  const isOther = repeat !== given.password;
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isShort || isOther) return;
    if ((await run({ link, ...given })) !== undefined) leaveInvitation();
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <EmailField value={given.email} onText={(email) => set({ email })} />
      <div className={styles.pair}>
        <Field
          label={t('invitation.password')}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          required
          value={given.password}
          error={isTried && isShort ? t('invitation.short') : undefined}
          onText={(password) => set({ password })}
        />
        <Field
          label={t('invitation.repeat')}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          required
          value={repeat}
          error={isTried && isOther ? t('invitation.differs') : undefined}
          onText={setRepeat}
        />
      </div>
      <div className={styles.app}>
        <QrCode text={invited.address} label={t('invitation.scan')} className={styles.qr} />
        <div>
          <p className={styles.scan}>{t('invitation.scan')}</p>
          <CodeField label={t('invitation.code')} value={given.code} onText={(code) => set({ code })} />
        </div>
      </div>
      <CopyLine label={t('invitation.secret')} value={invited.secret} />
      {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
      <Button type="submit" size="xl" fullWidth aria-disabled={busy} disabled={given.code.length !== 6}>
        {t('invitation.go')}
      </Button>
    </form>
  );
}
