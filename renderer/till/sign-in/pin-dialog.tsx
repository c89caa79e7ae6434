import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useLanguage } from '../../ui/language/language.tsx';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import type { Question } from './guarded-client.ts';
import styles from './pin-dialog.module.css';
import { PinPad } from './pin-pad.tsx';

export function PinDialog({ question: given }: { question: Question | undefined }) {
  const question = given?.failure.code === 'pin-needed' ? given : undefined;
  const { t } = useLanguage();
  const { run } = useTerminalCommand('session.confirm');
  const person = useStatus()?.person;
  const isGone = question !== undefined && person === undefined;
  // Cancels the question if the screen was locked meanwhile: the next person did not ask for the command.
  useEffect(() => {
    if (isGone) question.answer(false);
  }, [isGone, question]);
  return (
    <Modal
      opened={question !== undefined && !isGone}
      onClose={() => question?.answer(false)}
      title={t('signIn.pinOf', { name: person ?? '' })}
      size="26rem"
      centered
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
      classNames={{ title: styles.title }}
    >
      {/* This takes the focus instead of a button, so that Enter confirms the PIN. */}
      <p className={styles.why} tabIndex={-1} data-autofocus>
        {t('signIn.againWhy')}
      </p>
      <PinPad
        person={person ?? ''}
        enterLabel={t('signIn.confirm')}
        check={async (pin) => {
          const result = await run({ pin });
          if (result?.ok) question?.answer(true);
          return result;
        }}
      />
    </Modal>
  );
}
