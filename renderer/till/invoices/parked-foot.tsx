import { Text } from '@mantine/core';
import { describeFailure } from '../../../shared/words/index.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import styles from './invoices-screen.module.css';

export function ParkedFoot() {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('invoice.sendParked');
  const send = () => void run({});
  useKeys({ [keys.main]: send });
  return (
    <div className={styles.foot}>
      {failure ? (
        <Note tone="red">{describeFailure(failure, language)}</Note>
      ) : (
        <Text inherit flex={1} lh={1.5}>
          {t('parked.lead')}
        </Text>
      )}
      <div className={styles.footAction}>
        <MainAction onClick={send} disabled={busy}>
          {t(busy ? 'parked.sending' : 'parked.sendAll')}
        </MainAction>
      </div>
    </div>
  );
}
