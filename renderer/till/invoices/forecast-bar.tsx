import { Flex } from '@mantine/core';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { describeForecast } from '../../../shared/words/alarms.ts';
import common from '../../ui/components/common.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { useProgress } from './backlog.tsx';
import styles from './forecast-bar.module.css';

/** Fewest waiting documents that get a forecast: fewer are sent before anybody has read it. */
const worthTelling = 10;

export function ForecastBar({ status }: { status: TerminalStatus }) {
  const { t, language, format } = useLanguage();
  const { done, of } = useProgress(status);
  const { forecast } = status;
  if (forecast === undefined || forecast.waiting < worthTelling) return null;
  return (
    <div className={styles.forecast} role="status">
      <Flex component="p" wrap="wrap" justify="space-between" gap="0 1.5rem" m="0 0 0.375rem" lh={1.5}>
        {describeForecast(forecast, language)}
        <span className={common.soft}>
          {t('forecast.sent', { done: format.count(done), of: format.count(of) })}
        </span>
      </Flex>
      <progress className={styles.progress} aria-label={t('forecast.label')} max={of} value={done} />
    </div>
  );
}
