import { Button, Flex } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { FirstDayStep } from '../../../shared/sample-shop.ts';
import { useLanguage } from '../language/language.tsx';
import { hashOf, type Route } from '../page/route.ts';
import { useStatus } from '../terminal/status.tsx';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import common from './common.module.css';
import styles from './first-day.module.css';
import { FailureNote } from './marks/failure-note.tsx';
import { Confirm } from './press/confirm.tsx';

const ways: Readonly<Record<FirstDayStep, Route>> = {
  prices: { screen: 'articles', page: 'files' },
  people: { screen: 'settings', page: 'people' },
  limits: { screen: 'settings', page: 'people' },
  printer: { screen: 'settings', page: 'printing' },
  practise: { screen: 'settings', page: 'environments' },
  goLive: { screen: 'setup', environment: 'production' },
};

/**
 * The steps of a shop's first day, for a manager, until all are done or put away. A small one, above the basket, shows
 * the next step alone.
 */
export function FirstDay({ isSmall = false }: { isSmall?: boolean }) {
  const { t, format } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  const { data } = useTerminalQuery('firstDay.get', isManager ? {} : undefined);
  const away = useTerminalCommand('firstDay.putAway');
  const removal = useTerminalCommand('firstDay.removeSample');
  if (!data?.isShown) return null;
  const { steps, sample } = data;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const title = t('firstDay.title', { done: format.count(done), of: format.count(steps.length) });
  const putAway = (
    <Button variant="subtle" aria-disabled={away.busy} onClick={() => void away.run({})}>
      {t('firstDay.putAway')}
    </Button>
  );
  if (isSmall)
    return (
      <section className={styles.small} aria-label={title}>
        <strong>{title}</strong>
        {next && (
          <Button component="a" variant="default" href={hashOf(ways[next.id])}>
            {t(`firstDay.steps.${next.id}`)}
          </Button>
        )}
        {putAway}
      </section>
    );
  return (
    <section aria-labelledby="first-day">
      <h2 id="first-day">{title}</h2>
      <ol className={styles.steps}>
        {steps.map(({ id, isDone }) => (
          <li key={id}>
            <a
              className={styles.step}
              href={hashOf(ways[id])}
              aria-current={id === next?.id ? 'step' : undefined}
            >
              {isDone ? (
                <IconCircleCheckFilled size={22} className={common.tone} data-tone="good" aria-hidden />
              ) : (
                <IconCircle size={22} stroke={1.5} aria-hidden />
              )}
              <span>{t(`firstDay.steps.${id}`)}</span>
              {isDone && <span className="visually-hidden">{t('firstDay.done')}</span>}
            </a>
          </li>
        ))}
      </ol>
      <FailureNote of={removal.failure ?? away.failure} />
      <Flex wrap="wrap" gap="sm" mt="sm">
        {sample !== undefined && (
          <Confirm
            label={t('firstDay.removeSample')}
            question={t('firstDay.removeSure')}
            busy={removal.busy}
            onConfirm={() => void removal.run({})}
          />
        )}
        {putAway}
      </Flex>
    </section>
  );
}
