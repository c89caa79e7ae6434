import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Alarm } from '../../../../shared/alarm.ts';
import type { Person } from '../../../../shared/contract/people/people.ts';
import { describeAlarm } from '../../../../shared/words/alarms.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { Page } from '../../../ui/components/layout/page.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './people-page.module.css';
import { PeopleTable } from './people-table.tsx';
import { PersonForm } from './person-form.tsx';
import { RightsTable } from './rights-table.tsx';

export function PeoplePage({ person: me }: { person: string | undefined }) {
  const { t } = useLanguage();
  const people = useTerminalQuery('people.list', {}).data?.people;
  const alarms = (useStatus()?.alarms ?? []).filter((alarm) => alarm.kind === 'people');
  const [open, setOpen] = useState<{ person?: Person }>();
  if (people === undefined) return null;
  const managers = people.filter(({ role }) => role === 'manager').length;
  const isLast = (person: Person | undefined) => person?.role === 'manager' && managers === 1;
  return (
    <Page
      title={t('settings.people.title')}
      lead={t(people.length === 0 ? 'settings.people.alone' : 'settings.people.lead')}
    >
      <div className={styles.alarms}>
        {alarms.map((alarm) => (
          <Alteration key={alarm.why} alarm={alarm} />
        ))}
      </div>
      {people.length > 0 && (
        <PeopleTable
          people={people}
          me={me}
          isLastManager={isLast}
          onEdit={(person) => setOpen({ person })}
        />
      )}
      {open === undefined ? (
        <Button size="xl" onClick={() => setOpen({})}>
          {t('settings.people.add')}
        </Button>
      ) : (
        <PersonForm
          key={open.person?.name ?? ''}
          person={open.person}
          // The first person must be a manager, and so must the last manager.
          mustManage={people.length === 0 || isLast(open.person)}
          isNameTaken={(name) => people.some((one) => one.name === name)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {people.length > 0 && <RightsTable />}
    </Page>
  );
}

/**
 * A warning that the list was changed outside the program, until a manager acknowledges it; or that a PIN is easy to
 * guess.
 */
function Alteration({ alarm }: { alarm: PeopleAlarm }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('people.acknowledge');
  if (alarm.why === 'weak-pin') return <Note tone="amber">{t('settings.people.weakPin')}</Note>;
  const { says, advice } = describeAlarm(alarm, language);
  return (
    <Note tone="red">
      <Text inherit lh={1.6} mb="sm">
        <strong>{says}</strong> {advice}
      </Text>
      {failure && <p>{describeFailure(failure, language)}</p>}
      <Button variant="default" aria-disabled={busy} onClick={() => void run({})}>
        {t('settings.people.known')}
      </Button>
    </Note>
  );
}

type PeopleAlarm = Extract<Alarm, { kind: 'people' }>;
