import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { TextField } from '../../ui/components/forms/text-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useOfficeCommand } from '../office.ts';
import { ResultNote } from '../result-note.tsx';
import { useOfficeWords } from '../use-office-words.ts';
import { OfficeForm } from './office-form.tsx';

type Given = OfficeOutput<'onboarding.handOut'>;

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
  const { t } = useOfficeWords();
  const [result, setResult] = useState<Given>();
  if (!isOpen)
    return (
      <div className={forms.gap}>
        {result !== undefined && <Result {...result} />}
        <Button onClick={() => onOpen(true)}>{t('onboarding.otps')}</Button>
      </div>
    );
  return (
    <HandOutForm
      taxpayers={taxpayers}
      onCancel={() => onOpen(false)}
      onDone={(given) => {
        setResult(given);
        onOpen(false);
      }}
    />
  );
}

interface HandOutFormProps {
  readonly taxpayers: readonly string[];
  onCancel(): void;
  onDone(given: Given): void;
}

function HandOutForm({ taxpayers, onCancel, onDone }: HandOutFormProps) {
  const { t } = useOfficeWords();
  const { words } = useLanguage();
  const { run, busy } = useOfficeCommand('onboarding.handOut');
  const isOne = taxpayers.length <= 1;
  const form = useForm({
    id: 'onboarding',
    initial: { taxpayer: '', pasted: '', minutes: '0' },
    live: ['minutes'],
    check: ({ pasted, minutes }) => ({
      pasted: pasted.trim() === '' ? words.issues.required : undefined,
      minutes: /^[0-5]?\d$/.test(minutes) ? undefined : t('onboarding.minutesWrong'),
    }),
    send: ({ taxpayer, pasted, minutes }) =>
      run({
        pasted,
        minutesAgo: Number(minutes),
        vatNumber: isOne ? taxpayers[0] : taxpayers.find((each) => each === taxpayer),
      }),
    onDone,
  });
  return (
    <section className={forms.card} data-open aria-label={t('onboarding.otps')}>
      <OfficeForm form={form} label={t('onboarding.give')} busy={busy} onCancel={onCancel}>
        <p className={forms.hint}>{t('onboarding.otpsHint')}</p>
        {!isOne && (
          <SelectField
            label={t('onboarding.taxpayer')}
            value={form.values.taxpayer}
            options={['', ...taxpayers].map((value) => ({ value, label: value || t('onboarding.choose') }))}
            onChange={(taxpayer) => form.set({ taxpayer })}
          />
        )}
        <TextField {...form.text('pasted')} label={t('onboarding.pasted')} />
        <Field
          {...form.text('minutes', (text) => withLatinNumbers(text).trim())}
          label={t('onboarding.minutes')}
          inputMode="numeric"
        />
      </OfficeForm>
    </section>
  );
}

function Result({ given, left, repeated, unread, waiting }: Given) {
  const { t } = useOfficeWords();
  const parts = [t('onboarding.given', { count: given })];
  if (left > 0) parts.push(t('onboarding.left', { count: left }));
  if (repeated > 0) parts.push(t('onboarding.repeated', { count: repeated }));
  if (unread > 0) parts.push(t('onboarding.unread', { count: unread }));
  if (waiting > 0) parts.push(t('onboarding.stillWaiting', { count: waiting }));
  return <ResultNote tone={parts.length === 1 && given > 0 ? 'good' : 'amber'}>{parts.join(' ')}</ResultNote>;
}
