import { Button } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { CommandOutput } from '../../shared/contract/index.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { Note } from '../components/note.tsx';
import section from '../components/page-section.module.css';
import { useLanguage } from '../language/language.tsx';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import styles from './maintenance-page.module.css';

export function CheckSection() {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('maintenance.check');
  const [found, setFound] = useState<CommandOutput<'maintenance.check'>>();
  const check = async () => {
    setFound(undefined);
    const answer = await run({});
    if (answer?.ok) setFound(answer.value);
  };
  return (
    <div className={`${section.section} ${styles.section}`}>
      <div className={styles.action}>
        <Button variant="default" aria-disabled={busy} onClick={() => void check()}>
          {t(busy ? 'maintenance.checking' : 'maintenance.checkNow')}
        </Button>
        <div role="status" className={styles.result}>
          {found !== undefined && found.broken === undefined && (
            <p className={styles.whole}>
              <IconCircleCheckFilled size={22} aria-hidden />
              {t('maintenance.whole', { count: found.documents })}
            </p>
          )}
        </div>
      </div>
      {found?.broken !== undefined && (
        <Note tone="red">
          <p className={styles.broken}>{t('maintenance.broken')}</p>
          {/* The detail is in English, for the support team. */}
          <bdi lang="en" dir="ltr">
            {found.broken}
          </bdi>
        </Note>
      )}
      {failure && <Note tone="red">{describeFailure(failure, language)}</Note>}
    </div>
  );
}
