import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { exceededLimits } from '../../../shared/values/limits.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import type { Question } from './guarded-client.ts';
import styles from './pin-dialog.module.css';
import { PinPad } from './pin-pad.tsx';

export function ApprovalDialog({ question }: { question: Question | undefined }) {
  const { t } = useLanguage();
  const person = useStatus()?.person;
  const isAsked = question?.failure.code === 'approval-needed';
  const isGone = isAsked && person === undefined;
  // Cancels the question if the screen was locked meanwhile.
  useEffect(() => {
    if (isGone) question.answer(false);
  }, [isGone, question]);
  const isOpen = isAsked && !isGone;
  return (
    <Modal
      opened={isOpen}
      onClose={() => question?.answer(false)}
      title={t('approve.title')}
      size="26rem"
      centered
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
      classNames={{ title: styles.title }}
    >
      {isOpen && <Approval key={String(question.failure.detail?.approval)} question={question} />}
    </Modal>
  );
}

function Approval({ question }: { question: Question }) {
  const { t } = useLanguage();
  const { run } = useTerminalCommand('session.approve');
  const people = useTerminalQuery('people.list', {}).data?.people ?? [];
  const managers = people.filter(({ role }) => role === 'manager').map(({ name }) => name);
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState('');
  const [isReady, setReady] = useState(false);
  const name = chosen ?? managers[0] ?? '';
  if (isReady)
    return (
      <>
        <p className={styles.why} tabIndex={-1} data-autofocus>
          {t('signIn.pinOf', { name })}
        </p>
        <PinPad
          person={name}
          enterLabel={t('approve.agree')}
          check={async (pin) => {
            const approval = String(question.failure.detail?.approval);
            const result = await run({ approval, name, pin, reason });
            if (result?.ok) question.answer(true);
            return result;
          }}
        />
      </>
    );
  return (
    <form
      className={common.column}
      // In a low window the dialog scrolls, but focusing a field does not scroll to it.
      onFocus={({ target }) => target.scrollIntoView({ block: 'center' })}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') setReady(true);
      }}
      noValidate
    >
      <Note tone="amber">
        {limitsOf(question.failure).map((limit) => (
          <p key={limit} className={common.flush}>
            {t(`approve.limits.${limit}`)}
          </p>
        ))}
      </Note>
      <SelectField
        label={t('approve.manager')}
        value={name}
        options={managers.map((value) => ({ value, label: value }))}
        onChange={setChosen}
      />
      <Field
        id="approve-reason"
        label={t('approve.reason')}
        value={reason}
        error={undefined}
        maxLength={200}
        data-autofocus
        onText={setReason}
      />
      <Button type="submit" size="lg" fullWidth aria-disabled={reason.trim() === ''}>
        {t('approve.toPin')}
      </Button>
    </form>
  );
}

function limitsOf({ detail }: Failure) {
  const named = String(detail?.limits ?? '').split(' ');
  return exceededLimits.filter((limit) => named.includes(limit));
}
