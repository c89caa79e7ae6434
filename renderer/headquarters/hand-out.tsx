import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OfficeOutput } from '../../shared/headquarters/contract.ts';
import { Field } from '../components/field.tsx';
import forms from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { latinDigits } from '../language/format.ts';
import { useOfficeCommand } from './office.ts';
import { ResultNote } from './result-note.tsx';
import { useOfficeWords } from './use-office-words.ts';

/** A form for the portal's one-time passwords. The pasted text disappears once it was handed out. */
export function HandOut({
  isOpen,
  taxpayers,
  onOpen,
}: {
  isOpen: boolean;
  /** The VAT numbers of tills that wait; a password is good for the taxpayer whose portal made it. */
  taxpayers: readonly string[];
  onOpen(isOpen: boolean): void;
}) {
  const { t, say } = useOfficeWords();
  const handOut = useOfficeCommand('onboarding.handOut');
  const [pasted, setPasted] = useState('');
  const [minutes, setMinutes] = useState('0');
  const [chosen, setChosen] = useState('');
  const vatNumber = taxpayers.length > 1 ? taxpayers.find((each) => each === chosen) : taxpayers[0];
  const [result, setResult] = useState<OfficeOutput<'onboarding.handOut'>>();
  const isRight = /^[0-5]?\d$/.test(minutes);
  const close = () => {
    setPasted('');
    onOpen(false);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (handOut.busy || !isRight || pasted.trim() === '') return;
    const answer = await handOut.run({ pasted, minutesAgo: Number(minutes), vatNumber });
    if (answer === undefined) return;
    setResult(answer);
    close();
  };
  if (!isOpen)
    return (
      <div className={forms.gap}>
        {result !== undefined && <Result {...result} />}
        <Button onClick={() => onOpen(true)}>{t('onboarding.otps')}</Button>
      </div>
    );
  return (
    <section className={forms.card} data-open aria-label={t('onboarding.otps')}>
      <form onSubmit={(event) => void onSubmit(event)} className={forms.form}>
        <p className={forms.hint}>{t('onboarding.otpsHint')}</p>
        {taxpayers.length > 1 && (
          <SelectField
            label={t('onboarding.taxpayer')}
            value={vatNumber ?? ''}
            options={['', ...taxpayers].map((value) => ({ value, label: value || t('onboarding.choose') }))}
            onChange={setChosen}
          />
        )}
        <TextField
          id="onboarding-otps"
          label={t('onboarding.pasted')}
          value={pasted}
          error={undefined}
          onText={setPasted}
          onBlur={() => undefined}
        />
        <Field
          id="onboarding-minutes"
          label={t('onboarding.minutes')}
          value={minutes}
          inputMode="numeric"
          error={isRight ? undefined : t('onboarding.minutesWrong')}
          onText={(text) => setMinutes(latinDigits(text).trim())}
        />
        {handOut.failure !== undefined && <Note tone="red">{say(handOut.failure)}</Note>}
        <div className={forms.buttons}>
          <Button type="submit" aria-disabled={handOut.busy}>
            {t('onboarding.give')}
          </Button>
          <Button variant="default" onClick={close}>
            {t('notices.cancel')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function Result({ given, left, repeated, unread, waiting }: OfficeOutput<'onboarding.handOut'>) {
  const { t } = useOfficeWords();
  const parts = [t('onboarding.given', { count: given })];
  if (left > 0) parts.push(t('onboarding.left', { count: left }));
  if (repeated > 0) parts.push(t('onboarding.repeated', { count: repeated }));
  if (unread > 0) parts.push(t('onboarding.unread', { count: unread }));
  if (waiting > 0) parts.push(t('onboarding.stillWaiting', { count: waiting }));
  return <ResultNote tone={parts.length === 1 && given > 0 ? 'good' : 'amber'}>{parts.join(' ')}</ResultNote>;
}
