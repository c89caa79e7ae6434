import { Flex } from '@mantine/core';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { certificateTone } from '../../ui/components/certificate-tone.ts';
import common from '../../ui/components/common.module.css';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useFailureWords } from '../../ui/language/use-failure-words.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { FixAction } from '../alarms/fix-action.tsx';
import { type Fix, type Notice, noticesOf } from '../alarms/notices.ts';
import styles from './today.module.css';

interface NeedsYouProps {
  readonly status: TerminalStatus;
  /** The time in milliseconds since 1970. */
  readonly now: number;
}

type Need = Pick<Notice, 'key' | 'level' | 'says' | 'advice' | 'fix'>;

export function NeedsYou({ status, now }: NeedsYouProps) {
  const { t, language } = useLanguage();
  const needs: readonly Need[] = [...noticesOf(status.alarms, true, language), ...useNeeds(status, now)];
  return (
    <section className={styles.needs} aria-labelledby="needs-you">
      <h2 id="needs-you">{t('today.needsYou')}</h2>
      {needs.length === 0 && <StateMark tone="good">{t('today.nothing')}</StateMark>}
      <Flex component="ul" direction="column" className={common.bare} gap="0.5rem">
        {needs.map(({ key, level, says, advice, fix }) => (
          <li key={key} className={styles.notice} data-level={level}>
            <p role={level === 'red' ? 'alert' : undefined}>
              <strong>{says}</strong> {advice}
            </p>
            {fix !== undefined && <FixAction fix={fix} />}
          </li>
        ))}
      </Flex>
    </section>
  );
}

const day = 24 * 60 * 60 * 1000;

/** Returns matters that are not alarms: they prevent nothing, but a manager should know them. */
function useNeeds(status: TerminalStatus, now: number): Need[] {
  const { t, format } = useLanguage();
  const { say } = useFailureWords();
  const needs = useTerminalQuery('terminal.needs', {}, { keepsPrevious: true }).data;
  const { waiting, certificate } = status;
  const need = (key: string, level: Need['level'], says: string, fix: Fix, advice = ''): Need => ({
    key,
    level,
    says,
    advice,
    fix,
  });
  const found: Need[] = [];
  if (needs !== undefined && needs.refused > 0)
    found.push(need('refused', 'red', t('today.needs.refused', { count: needs.refused }), 'refused'));
  if (certificate !== undefined) {
    const days = Math.max(0, Math.floor((Date.parse(certificate.validTo) - now) / day));
    const tone = certificateTone(days);
    if (tone !== 'good')
      found.push(need('ends', tone, t('today.needs.certificate', { count: days }), 'certificate'));
  }
  if (needs?.disk !== undefined) {
    const { free, isFull } = needs.disk;
    found.push(need('disk', isFull ? 'red' : 'amber', t('today.needs.disk', { free }), 'policy'));
  }
  if (needs?.printer !== undefined) {
    const { code, at } = needs.printer;
    found.push(
      need(
        'printer',
        'amber',
        t('today.needs.printer', { at: format.dateTime(at) }),
        'printing',
        say({ code }),
      ),
    );
  }
  if (waiting > 0)
    found.push(need('waits', 'amber', t('today.needs.waiting', { count: waiting }), 'waiting'));
  return found;
}
