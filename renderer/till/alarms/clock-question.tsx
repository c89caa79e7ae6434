import { Button, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Failure, Result } from '../../../shared/failure.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useNow } from '../../ui/terminal/use-now.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './clock-help.module.css';
import { ClockButton } from './clock-help.tsx';

interface QuestionProps {
  /** The failure of the sale; `clock-ahead` and `clock-back` have the times in their detail. */
  readonly failure: Failure;
  /** Called when the clock is settled and the failed command may be tried again. */
  readonly onSettled: () => void;
}

export function ClockAction({ failure, onSettled }: QuestionProps) {
  if (failure.code !== 'clock-ahead' && failure.code !== 'clock-back') return null;
  const Question = failure.code === 'clock-ahead' ? ClockAheadButton : WrongTimeButton;
  return (
    <div className={common.actions}>
      <ClockButton />
      <Question failure={failure} onSettled={onSettled} />
    </div>
  );
}

/**
 * The question after `clock-ahead`: a person checks the date and confirms it. A long gap needs a manager and a reason.
 */
function ClockAheadButton({ failure, onSettled }: QuestionProps) {
  const { t, format } = useLanguage();
  const { run, busy } = useTerminalCommand('clock.confirm');
  const needsManager = failure.detail?.asks === 'manager';
  const knownTime = String(failure.detail?.known ?? '');
  return (
    <ClockDialog
      button={t('clock.check')}
      title={t('clock.aheadTitle')}
      action={(now) => t(busy ? 'clock.confirming' : 'clock.confirm', { date: format.date(now) })}
      needsManager={needsManager}
      onSay={(now, reason) => run({ now, ...(needsManager && { reason }) })}
      onSettled={onSettled}
    >
      {knownTime !== '' && (
        <p className={styles.why}>{t('clock.known', { time: format.dateTime(knownTime) })}</p>
      )}
      <p className={styles.why}>{t('clock.aheadWhy')}</p>
    </ClockDialog>
  );
}

/** The question after `clock-back`: a manager confirms that the time of the last invoice was the wrong one. */
function WrongTimeButton({ failure, onSettled }: QuestionProps) {
  const { t, format } = useLanguage();
  const { run, busy } = useTerminalCommand('clock.correct');
  const last = String(failure.detail?.last ?? '');
  return (
    <ClockDialog
      button={t('clock.wrongTime')}
      title={t('clock.wrongTitle')}
      action={() => t(busy ? 'clock.correcting' : 'clock.correct')}
      needsManager
      onSay={(now, reason) => run({ now, reason })}
      onSettled={onSettled}
    >
      {last !== '' && <p className={styles.why}>{t('clock.last', { time: format.dateTime(last) })}</p>}
      <p className={styles.why}>{t('clock.wrongWhy')}</p>
    </ClockDialog>
  );
}

interface ClockDialogProps {
  readonly button: string;
  readonly title: string;
  readonly action: (now: string) => string;
  /** True when only a manager may answer, with a reason; otherwise anyone may. */
  readonly needsManager: boolean;
  onSay(now: string, reason: string): Promise<Result<unknown> | undefined>;
  onSettled(): void;
  readonly children: ReactNode;
}

function ClockDialog({ button, title, action, needsManager, onSay, onSettled, children }: ClockDialogProps) {
  const { t, format } = useLanguage();
  const { data: status, refetch } = useTerminalQuery('terminal.status', {});
  const [opened, setOpened] = useState(false);
  const now = new Date(useNow(status?.now)).toISOString();
  const mayAnswer = !needsManager || status?.role === 'manager';
  const form = useForm({
    id: 'clock',
    initial: { reason: '' },
    check: ({ reason }) => ({
      reason: needsManager && reason.trim() === '' ? t('clock.reasonMissing') : undefined,
    }),
    send: ({ reason }) => onSay(now, reason.trim()),
    onDone() {
      setOpened(false);
      onSettled();
    },
  });

  function open(): void {
    // This reads the time again, since somebody may have set the clock meanwhile.
    void refetch();
    setOpened(true);
  }

  return (
    <>
      <Button variant="default" onClick={open}>
        {button}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        size="40rem"
        closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
        classNames={{ title: common.title }}
      >
        <Text inherit fz="1.5rem" fw={600} lh={1.5} mb="md">
          {t('clock.now', { time: format.dateTime(now) })}
        </Text>
        {children}
        {mayAnswer ? (
          <form noValidate onSubmit={form.onSubmit}>
            {needsManager && <Field {...form.text('reason')} label={t('clock.reason')} maxLength={300} />}
            <FailureNote of={form.failure} />
            <Button type="submit" size="xl" fullWidth mt="sm">
              {action(now)}
            </Button>
          </form>
        ) : (
          <Note tone="amber">{t('clock.callManager')}</Note>
        )}
      </Modal>
    </>
  );
}
