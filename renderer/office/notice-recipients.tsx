import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NoticeFailure, Recipient, RecipientKind } from '../../shared/office/notices.ts';
import { type Language, languages } from '../../shared/values/language.ts';
import { officeWords } from '../../shared/words/office.ts';
import { CopyLine } from '../ui/components/copy-line.tsx';
import { Field } from '../ui/components/forms/field.tsx';
import forms from '../ui/components/forms/forms.module.css';
import { SelectField } from '../ui/components/forms/select-field.tsx';
import { Toggle } from '../ui/components/forms/toggle.tsx';
import { useForm } from '../ui/components/forms/use-form.ts';
import page from '../ui/components/layout/page.module.css';
import { Note } from '../ui/components/marks/note.tsx';
import { StateMark } from '../ui/components/marks/state-mark.tsx';
import { Confirm } from '../ui/components/press/confirm.tsx';
import list from '../ui/components/tables/list.module.css';
import { useLanguage } from '../ui/language/language.tsx';
import { useOfficeCommand, useOfficeQuery } from './office.ts';
import { OfficeForm } from './parts/office-form.tsx';
import { useOfficeWords } from './use-office-words.ts';

const pollIntervalMs = 5000;

export function NoticeRecipients() {
  const { t, say } = useOfficeWords();
  const { data, error } = useOfficeQuery('notice.list', {}, { every: pollIntervalMs });
  const [adding, setAdding] = useState<RecipientKind>();
  const [secret, setSecret] = useState<string>();
  return (
    <section aria-label={t('notices.title')}>
      <h3>{t('notices.title')}</h3>
      <p className={page.lead}>{t('notices.lead')}</p>
      {error !== null && <Note tone="red">{say(error)}</Note>}
      {secret !== undefined && <Secret secret={secret} onDone={() => setSecret(undefined)} />}
      {data?.recipients.length === 0 && <p>{t('notices.none')}</p>}
      {data !== undefined && data.recipients.length > 0 && (
        <ul className={list.list}>
          {data.recipients.map((recipient) => (
            <RecipientRow key={recipient.recipient} row={recipient} now={data.now} />
          ))}
        </ul>
      )}
      {data?.mail === false && (
        <div className={forms.gap}>
          <p className={forms.hint}>{t('notices.noMail')}</p>
        </div>
      )}
      {adding === undefined ? (
        <div className={forms.buttons}>
          {data?.mail === true && (
            <Button variant="default" onClick={() => setAdding('email')}>
              {t('notices.addMail')}
            </Button>
          )}
          <Button variant="default" onClick={() => setAdding('webhook')}>
            {t('notices.addWebhook')}
          </Button>
        </div>
      ) : (
        <AddRecipient
          key={adding}
          kind={adding}
          onDone={(made) => {
            setAdding(undefined);
            setSecret(made);
          }}
        />
      )}
    </section>
  );
}

/** The secret of a webhook that was just added; it is gone when it is closed. */
function Secret({ secret, onDone }: { secret: string; onDone(): void }) {
  const { t } = useOfficeWords();
  return (
    <section className={forms.card} data-open aria-label={t('notices.secret')}>
      <p className={forms.hint}>{t('notices.secretHint')}</p>
      <CopyLine label={t('notices.secret')} value={secret} />
      <div className={forms.buttons}>
        <Button onClick={onDone}>{t('notices.done')}</Button>
      </div>
    </section>
  );
}

const tones = { waiting: 'amber', delivered: 'good', dead: 'red' } as const;

function RecipientRow({ row, now }: { row: Recipient; now: string }) {
  const { t, say, when } = useOfficeWords();
  const test = useOfficeCommand('notice.test');
  const remove = useOfficeCommand('notice.remove');
  const { recipient, kind, address, last, waiting } = row;
  const failure = test.failure ?? remove.failure;
  return (
    <li className={list.row}>
      <span>{t(`notices.kinds.${kind}`)}</span>
      <span className={list.main}>
        <span className={list.strong}>
          <bdi dir="ltr">{address}</bdi>
        </span>
        {waiting > 0 && <span className={list.soft}>{t('notices.waiting', { count: waiting })}</span>}
        {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
        <span className={forms.buttons}>
          <Button
            variant="default"
            aria-disabled={test.busy}
            aria-label={`${t('notices.test')}: ${address}`}
            onClick={() => void test.run({ recipient })}
          >
            {t('notices.test')}
          </Button>
          <Confirm
            label={t('notices.remove')}
            question={t('notices.removeSure', { address })}
            busy={remove.busy}
            onConfirm={() => void remove.run({ recipient })}
          />
        </span>
      </span>
      <span className={list.end}>
        {last === null ? (
          t('notices.never')
        ) : (
          <>
            <StateMark tone={tones[last.state]}>{t(`notices.states.${last.state}`)}</StateMark>
            <span className={list.soft}>{t('notices.last', { time: when(last.at, now) })}</span>
            {last.failure !== null && (
              <span className={list.soft}>{t(`notices.failures.${wordOf(last.failure)}`)}</span>
            )}
          </>
        )}
      </span>
    </li>
  );
}

const worded = [
  'signature-refused',
  'event-refused',
  'gone',
  'redirected',
  'answered',
  'time-out',
  'address-refused',
  'connection-failed',
  'secret-unavailable',
  'mail-off',
  'mail-sign-in',
  'mail-refused',
  'mail-failed',
] as const satisfies readonly NoticeFailure[];

/** The failures without a text of their own are faults of TLS and name resolution; they share one text. */
const wordOf = (failure: NoticeFailure) => worded.find((each) => each === failure) ?? 'other';

function AddRecipient({ kind, onDone }: { kind: RecipientKind; onDone(secret: string | undefined): void }) {
  const { t } = useOfficeWords();
  const { language: shown, words } = useLanguage();
  const { run, busy } = useOfficeCommand('notice.add');
  const form = useForm({
    id: 'notice',
    initial: { address: '', language: shown, allowPrivate: false },
    check: ({ address }) => ({ address: address.trim() === '' ? words.issues.required : undefined }),
    send({ address: typed, language, allowPrivate }) {
      const address = typed.trim();
      return run(kind === 'email' ? { kind, address, language } : { kind, address, allowPrivate });
    },
    shown: () => ['address'],
    onDone: ({ secret }) => onDone(secret ?? undefined),
  });
  const label = t(kind === 'email' ? 'notices.addMail' : 'notices.addWebhook');
  return (
    <section className={forms.card} data-open aria-label={label}>
      <OfficeForm form={form} label={t('notices.add')} busy={busy} onCancel={() => onDone(undefined)}>
        <Field
          {...form.text('address')}
          label={t(kind === 'email' ? 'notices.mailAddress' : 'notices.webhookAddress')}
          dir="ltr"
          autoFocus
        />
        {kind === 'email' ? (
          <SelectField<Language>
            id="notice-language"
            label={t('notices.language')}
            value={form.values.language}
            options={languages.map((value) => ({ value, label: officeWords[value]('ownName') }))}
            onChange={(language) => form.set({ language })}
          />
        ) : (
          <Toggle
            label={t('notices.allowPrivate')}
            checked={form.values.allowPrivate}
            onChange={(allowPrivate) => form.set({ allowPrivate })}
          />
        )}
      </OfficeForm>
    </section>
  );
}
