import { Box, Button, Flex, Stack } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { type ActivityGroup, activityGroups } from '../../../shared/activity.ts';
import type { CommandInput } from '../../../shared/contract/index.ts';
import { activityFormats } from '../../../shared/contract/people/activity.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { useActorName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import page from '../../ui/components/layout/page.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { ExportButtons } from '../../ui/components/tables/table-files.tsx';
import { riyadhDateAndTime } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { periodOf } from '../../ui/language/period.ts';
import { readDays } from '../../ui/language/read-days.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { DayChips } from '../invoices/day-chips.tsx';
import styles from './activity.module.css';
import { ActivityTable } from './activity-table.tsx';

interface Conditions {
  readonly from: string;
  readonly to: string;
  readonly group: ActivityGroup | 'all';
  readonly by: string;
  readonly text: string;
}

export function ActivityScreen({ status }: { status: TerminalStatus }) {
  const { t } = useLanguage();
  const [conditions, setConditions] = useState<Conditions>(() => ({
    ...periodOf('week', riyadhDateAndTime(status.now).date),
    group: 'all',
    by: '',
    text: '',
  }));
  const days = readDays(conditions);
  const { group, by, text } = conditions;
  const query = days && {
    ...days,
    ...(group !== 'all' && { group }),
    ...(by !== '' && { by }),
    ...(text.trim() !== '' && { text: text.trim() }),
  };
  return (
    <main className={page.page}>
      <Stack className={page.inner} gap="md" maw="90rem">
        <Flex className={styles.head} align="center" justify="space-between" gap="md">
          <h1 className={common.heading}>{t('activity.title')}</h1>
          <div className={common.buttons}>
            <Button component="a" variant="default" href={hashOf({ screen: 'reports', report: 'articles' })}>
              {t('reports.title')}
            </Button>
            <Button component="a" variant="default" href={hashOf({ screen: 'today' })}>
              {t('reports.toToday')}
            </Button>
          </div>
        </Flex>
        <Box component="p" className={common.remark} lh={1.6}>
          {t('activity.lead')}
        </Box>
        <Search conditions={conditions} onChange={(next) => setConditions({ ...conditions, ...next })} />
        <DayChips
          days={conditions}
          onDays={(next) => next.from !== '' && setConditions({ ...conditions, ...next })}
        />
        {days === undefined && <Note tone="amber">{t('reports.wrongDays')}</Note>}
        {query && (
          <>
            <Tools query={query} />
            <Lines key={JSON.stringify(query)} query={query} />
          </>
        )}
      </Stack>
    </main>
  );
}

interface SearchProps {
  readonly conditions: Conditions;
  onChange(next: Partial<Conditions>): void;
}

function Search({ conditions, onChange }: SearchProps) {
  const { t } = useLanguage();
  const actorName = useActorName();
  const names = useTerminalQuery('activity.people', {}).data?.names ?? [];
  const day = (name: 'from' | 'to') => ({
    id: `activity-${name}`,
    label: t(`search.${name}`),
    value: conditions[name],
    error: undefined,
    onText: (text: string) => onChange({ [name]: text }),
  });
  return (
    <div className={styles.search}>
      <SelectField
        id="activity-group"
        label={t('activity.group')}
        value={conditions.group}
        options={(['all', ...activityGroups] as const).map((value) => ({
          value,
          label: t(`activity.groups.${value}`),
        }))}
        onChange={(group) => onChange({ group })}
      />
      <SelectField
        id="activity-by"
        label={t('activity.by')}
        value={conditions.by}
        options={[
          { value: '', label: t('activity.everybody') },
          ...names.map((value) => ({ value, label: actorName(value) })),
        ]}
        onChange={(by) => onChange({ by })}
      />
      <Field
        id="activity-text"
        label={t('activity.text')}
        placeholder={t('activity.textHint')}
        value={conditions.text}
        error={undefined}
        onText={(text: string) => onChange({ text })}
      />
      <DayField {...day('from')} />
      <DayField {...day('to')} />
    </div>
  );
}

function Lines({ query }: { query: CommandInput<'activity.list'> }) {
  const { t } = useLanguage();
  // The ids before which the pages so far begin; the first page begins with the newest line.
  const [starts, setStarts] = useState<readonly (number | undefined)[]>([undefined]);
  const before = starts.at(-1);
  const request = { ...query, ...(before !== undefined && { before }) };
  const { data, error } = useTerminalQuery('activity.list', request, { keepsPrevious: true });
  const next = data?.next;
  // The terminal searches some lines at a time; if none was found, the search continues.
  const isLooking = data?.lines.length === 0 && next !== undefined;
  if (isLooking && next !== before) setStarts([...starts.slice(0, -1), next]);
  return (
    <>
      {error && <LoadError error={error} />}
      {isLooking && <p className={common.remark}>{t('activity.looking')}</p>}
      {data?.lines.length === 0 && next === undefined && (
        <p className={common.remark}>{t('activity.none')}</p>
      )}
      {data && data.lines.length > 0 && <ActivityTable lines={data.lines} />}
      <div className={common.buttons}>
        {starts.length > 1 && (
          <Button variant="default" onClick={() => setStarts(starts.slice(0, -1))}>
            {t('reports.pageBefore')}
          </Button>
        )}
        {next !== undefined && !isLooking && (
          <Button variant="default" onClick={() => setStarts([...starts, next])}>
            {t('activity.older')}
          </Button>
        )}
      </div>
    </>
  );
}

function Tools({ query }: { query: CommandInput<'activity.list'> }) {
  const { t, format, language } = useLanguage();
  const saving = useTerminalCommand('activity.export');
  const checking = useTerminalCommand('activity.check');
  const [found, setFound] = useState<{ isSound: boolean; text: string }>();
  const check = async () => {
    setFound(undefined);
    const made = await checking.run({});
    if (made?.ok !== true) return;
    const { lines, documents, broken, faults } = made.value;
    if (broken !== undefined)
      setFound({ isSound: false, text: t('activity.broken', { line: format.count(broken) }) });
    else if (faults > 0) setFound({ isSound: false, text: t('activity.faults', { count: faults }) });
    else
      setFound({
        isSound: true,
        text: t('activity.sound', { lines: format.count(lines), documents: format.count(documents) }),
      });
  };
  return (
    <>
      {found?.isSound === false && <Note tone="red">{found.text}</Note>}
      <ExportButtons
        formats={activityFormats}
        busy={saving.busy}
        failure={saving.failure ?? checking.failure}
        make={(chosen) => saving.run({ ...query, format: chosen, language })}
      >
        <Button variant="default" aria-disabled={checking.busy} onClick={() => void check()}>
          {t(checking.busy ? 'activity.checking' : 'activity.check')}
        </Button>
        <p role="status" className={styles.sound}>
          {found?.isSound && (
            <>
              <IconCircleCheckFilled size={22} aria-hidden />
              {found.text}
            </>
          )}
        </p>
      </ExportButtons>
    </>
  );
}
