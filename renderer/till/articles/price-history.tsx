import { Button } from '@mantine/core';
import common from '../../ui/components/common.module.css';
import entries from '../../ui/components/layout/entries.module.css';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './articles.module.css';
import { Price } from './price.tsx';

const tones = { now: 'good', past: 'off', coming: 'amber', dropped: 'off' } as const;

export function PriceHistory({ id }: { id: string }) {
  const { t, format } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('article.dropPrice');
  const changes = useTerminalQuery('article.prices', { id }).data?.changes;
  if (changes === undefined) return null;
  return (
    <section>
      <h3>{t('articles.prices')}</h3>
      <ProblemNote of={failure} />
      {changes.length === 0 && <p className={styles.soft}>{t('articles.noPrices')}</p>}
      <ul className={entries.rows}>
        {changes.map((change) => (
          <li key={change.id} className={styles.change}>
            <span className={common.right}>
              <Price price={change.price} />
            </span>
            <span>
              <span className={styles.line}>{format.dateTime(change.from)}</span>
              {change.wasOf !== undefined && (
                <span className={styles.line}>{t('articles.wasOf', { name: change.wasOf })}</span>
              )}
              <span className={styles.soft}>
                {t('articles.byActor', { actor: change.actor, at: format.dateTime(change.at) })}
              </span>
            </span>
            <StateMark tone={tones[change.state]}>{t(`articles.priceState.${change.state}`)}</StateMark>
            {change.state === 'coming' && (
              <Button
                variant="subtle"
                color="red"
                aria-disabled={busy}
                onClick={() => void run({ change: change.id })}
              >
                {t('articles.drop')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
