import { Flex } from '@mantine/core';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import common from '../../ui/components/common.module.css';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { timeSeenFrom } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { FixAction } from '../alarms/fix-action.tsx';
import { noticesOf } from '../alarms/notices.ts';
import styles from './today.module.css';

/** Everything that needs a person, each with the time from which it has lasted. */
export function NeedsYou({ status }: { readonly status: TerminalStatus }) {
  const { t, language, format } = useLanguage();
  const notices = noticesOf(status.alarms, true, language);
  return (
    <section className={styles.needs} aria-labelledby="needs-you">
      <h2 id="needs-you">{t('today.needsYou')}</h2>
      {notices.length === 0 && <StateMark tone="good">{t('today.nothing')}</StateMark>}
      <Flex component="ul" direction="column" className={common.bare} gap="0.5rem">
        {notices.map(({ key, level, since, says, advice, fix }) => (
          <li key={key} className={styles.notice} data-level={level}>
            <p role={level === 'red' ? 'alert' : undefined}>
              <strong>{says}</strong> {advice}{' '}
              <span className={common.soft}>
                {t('today.since', { since: timeSeenFrom(since, status.now, format) })}
              </span>
            </p>
            <FixAction fix={fix} />
          </li>
        ))}
      </Flex>
    </section>
  );
}
