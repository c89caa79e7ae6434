import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Client } from '../../shared/contract/bridge.ts';
import type { Call } from '../../shared/contract/index.ts';
import { useLanguage } from '../language/language.tsx';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import { useStatus } from '../terminal/use-terminal-query.ts';
import styles from './pin-dialog.module.css';
import { PinPad } from './pin-pad.tsx';

/** A request for the PIN, made by a command that needs it again. */
export interface PinQuestion {
  answer(entered: boolean): void;
}

/**
 * Returns the client for the screens, the same for the life of the page. When a command needs the PIN again, the person
 * is asked for it and the command is repeated.
 */
export function usePinClient(client: Client): { client: Client; question: PinQuestion | undefined } {
  const [question, setQuestion] = useState<PinQuestion>();
  const [guarded] = useState(() => guardClient(client, setQuestion));
  return { client: guarded, question };
}

/**
 * Returns a client that asks for the PIN; commands that need it at the same time share one question.
 * @param show shows the question, or hides it
 */
function guardClient(client: Client, show: (question: PinQuestion | undefined) => void): Client {
  let asked: Promise<boolean> | undefined;
  const ask = () => {
    asked ??= new Promise<boolean>((resolve) => {
      show({
        answer(entered) {
          asked = undefined;
          show(undefined);
          resolve(entered);
        },
      });
    });
    return asked;
  };
  const call: Call = async (name, input) => {
    const result = await client.call(name, input);
    if (result.ok || result.failure.code !== 'pin-needed') return result;
    return (await ask()) ? client.call(name, input) : result;
  };
  return { call, on: client.on };
}

/** The dialog that asks the person who is signed in for their PIN. */
export function PinDialog({ question }: { question: PinQuestion | undefined }) {
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
      {/* Takes the focus instead of a button, so that Enter confirms the PIN. */}
      <p className={styles.why} tabIndex={-1} data-autofocus>
        {t('signIn.againWhy')}
      </p>
      <PinPad
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
