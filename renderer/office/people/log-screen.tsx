import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { isKnownAction } from '../../../shared/words/office.ts';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import list from '../../ui/components/tables/list.module.css';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useOfficePages, useOfficeQuery } from '../office.ts';
import { OfficePage } from '../parts/office-page.tsx';
import { useOfficeWords } from '../use-office-words.ts';

export function LogScreen() {
  const { t } = useOfficeWords();
  const { data, error, fetchNextPage, hasNextPage } = useOfficePages(
    'log.list',
    (before: number | undefined) => (before === undefined ? {} : { before }),
    ({ lines, hasMore }) => (hasMore ? lines.at(-1)?.id : undefined),
  );
  return (
    <OfficePage title={t('screens.log')} lead={t('log.lead')} error={error}>
      <Check />
      <ul className={list.list}>
        {data?.pages.flatMap(({ lines }) => lines.map((line) => <Line key={line.id} {...line} />))}
      </ul>
      {hasNextPage && (
        <Button variant="default" mt="md" onClick={() => void fetchNextPage()}>
          {t('log.older')}
        </Button>
      )}
    </OfficePage>
  );
}

function Check() {
  const { t, say } = useOfficeWords();
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useOfficeQuery('log.check', {}, { enabled: isAsked });
  return (
    <div className={list.tools}>
      <Button
        variant="default"
        aria-disabled={isFetching}
        onClick={() => (isAsked ? void refetch() : setAsked(true))}
      >
        {t('log.check')}
      </Button>
      <span role="status">
        {error !== null && say(error)}
        {data !== undefined && (
          <StateMark tone={data.brokenAt === null ? 'good' : 'red'}>
            {data.brokenAt === null
              ? t('log.whole', { count: data.lines })
              : t('log.broken', { line: data.brokenAt })}
          </StateMark>
        )}
      </span>
    </div>
  );
}

function Line({ at, name, action, detail }: OfficeOutput<'log.list'>['lines'][number]) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  return (
    <li className={list.row}>
      <span className={list.soft}>{format.dateTime(at)}</span>
      <span className={list.main}>
        <span className={list.strong}>
          {isKnownAction(action) ? t(`log.actions.${action}`) : <bdi dir="ltr">{action}</bdi>}
        </span>
        {detail !== '{}' && (
          <span className={list.soft}>
            <bdi dir="ltr">{detail}</bdi>
          </span>
        )}
      </span>
      <span className={list.end}>
        <Written text={name ?? t('log.program')} />
      </span>
    </li>
  );
}
