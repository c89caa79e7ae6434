import { Button, Flex } from '@mantine/core';
import common from '../../ui/components/common.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './import-preview.module.css';

/** Milliseconds between two looks at the progress. */
const everyMs = 500;

/** The progress of reading or importing a file, and the way to stop it. */
export function ImportProgress() {
  const { t, format } = useLanguage();
  const progress = useTerminalQuery(
    'article.importProgress',
    {},
    { refetchInterval: everyMs, gcTime: 0 },
  ).data;
  const { run, busy } = useTerminalCommand('article.stopImport');
  const { done = 0, of = 0 } = progress ?? {};
  return (
    <Flex wrap="wrap" align="center" gap="0.5rem 1rem" mb="md">
      <div role="status">
        <progress
          className={styles.progress}
          aria-label={t('tables.importing')}
          {...(of > 0 && { max: of, value: done })}
        />
        <div className={common.soft}>
          {of > 0 && `${t('articles.progress', { done: format.count(done), of: format.count(of) })} · `}
          {t('articles.underWay')}
        </div>
      </div>
      <Button variant="default" size="lg" aria-disabled={busy} onClick={() => void run({})}>
        {t('articles.stopImport')}
      </Button>
    </Flex>
  );
}
