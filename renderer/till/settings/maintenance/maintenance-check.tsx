import { Box, Button, Flex } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import common from '../../../ui/components/common.module.css';
import section from '../../../ui/components/layout/page-section.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './maintenance-page.module.css';

export function CheckSection() {
  const { t } = useLanguage();
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
        <Box role="status" className={common.wrap} miw={0}>
          {found !== undefined && found.broken === undefined && (
            <Flex component="p" align="center" gap="0.5rem" fw={600} c="var(--seal)">
              <IconCircleCheckFilled size={22} aria-hidden />
              {t('maintenance.whole', { count: found.documents })}
            </Flex>
          )}
        </Box>
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
      <FailureNote of={failure} />
    </div>
  );
}
