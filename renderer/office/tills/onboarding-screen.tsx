import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import type { OnboardedTill } from '../../../shared/office/onboarding.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { TextField } from '../../ui/components/forms/text-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import list from '../../ui/components/tables/list.module.css';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useOfficeCommand, useOfficeQuery } from '../office.ts';
import { OfficeForm } from '../parts/office-form.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { TillList } from '../parts/till-list.tsx';
import { usePerson } from '../parts/use-person.ts';
import { ResultNote } from '../result-note.tsx';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';

const pollIntervalMs = 5000;
/** The number of tills that are shown at once, and added by each press. */
const pageOfTills = 200;

export function OnboardingScreen() {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  const { entities, branches } = usePerson();
  const [isPasting, setPasting] = useState(false);
  const [typed, setTyped] = useState('');
  const [listed, setListed] = useState(pageOfTills);
  const text = withLatinNumbers(typed.trim());
  const { data, error } = useOfficeQuery(
    'onboarding.list',
    { text, listed },
    { every: pollIntervalMs, keepsLast: true },
  );
  const all = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const done = data?.counts.done ?? 0;
  return (
    <OfficePage title={t('screens.onboarding')} lead={t('onboarding.lead')} error={error}>
      {/* Only a person who may see every taxpayer may use a list, because it may name any. */}
      {entities.length === 0 && branches.length === 0 && <TillList />}
      <HandOut isOpen={isPasting} taxpayers={data?.taxpayers ?? []} onOpen={setPasting} />
      {data !== undefined && all > 0 && (
        <>
          <h3>{t('onboarding.progress')}</h3>
          <p role="status">
            {done === all
              ? t('onboarding.allDone')
              : t('onboarding.doneOf', { done: format.count(done), all: format.count(all) })}
          </p>
          {done < all && (
            <search>
              <Field
                label={t('onboarding.search')}
                type="search"
                value={typed}
                error={undefined}
                messageId="onboarding-search"
                onText={setTyped}
              />
            </search>
          )}
          {data.tills.length > 0 && <Tills tills={data.tills} now={data.now} />}
          {done < all && data.found === 0 && <p>{t('onboarding.noneFound')}</p>}
          {data.tills.length < data.found && (
            <div className={forms.gap}>
              <Button variant="default" onClick={() => setListed(listed + pageOfTills)}>
                {t('onboarding.more', {
                  shown: format.count(data.tills.length),
                  all: format.count(data.found),
                })}
              </Button>
            </div>
          )}
        </>
      )}
    </OfficePage>
  );
}

const tones = {
  failed: 'red',
  over: 'amber',
  waiting: 'amber',
  given: 'good',
  quiet: 'off',
  code: 'off',
  done: 'good',
} as const;

function Tills({ tills, now }: { tills: readonly OnboardedTill[]; now: string }) {
  const { t, when } = useOfficeWords();
  return (
    <ul className={list.list}>
      {tills.map(({ device, till, branch, vatNumber, serial, state, why, at }) => (
        <li key={device} className={list.row}>
          <a className={common.link} href={addressOf({ screen: 'till', device })}>
            <Written text={till} />
          </a>
          <span className={list.main}>
            <StateMark tone={tones[state]}>{t(`onboarding.states.${state}`)}</StateMark>
            {why !== null && (
              <span className={list.soft}>
                <bdi dir="ltr">{why}</bdi>
              </span>
            )}
            <span className={list.soft}>
              <Written text={branch} /> · <bdi dir="ltr">{serial ?? vatNumber}</bdi>
            </span>
          </span>
          <span className={list.end}>{at !== null && when(at, now)}</span>
        </li>
      ))}
    </ul>
  );
}

type Given = OfficeOutput<'onboarding.handOut'>;

/** A form for the portal's one-time passwords. The pasted text disappears once it was handed out. */
function HandOut({
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
