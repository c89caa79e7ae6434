import { Box, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '../../../../shared/contract/people/people.ts';
import common from '../../../ui/components/common.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './people-page.module.css';

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly me: string | undefined;
  isLastManager(person: Person): boolean;
  onEdit(person: Person): void;
}

export function PeopleTable({ people, me, isLastManager, onEdit }: PeopleTableProps) {
  const { t } = useLanguage();
  return (
    <table className={`${common.table} ${styles.table}`} aria-label={t('settings.page.people')}>
      <thead>
        <tr>
          <th scope="col">{t('settings.people.name')}</th>
          <th scope="col">{t('settings.people.role')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('app.change')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row
            key={person.name}
            person={person}
            isMe={person.name === me}
            isLast={isLastManager(person)}
            onEdit={() => onEdit(person)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly person: Person;
  readonly isMe: boolean;
  readonly isLast: boolean;
  onEdit(): void;
}

function Row({ person, isMe, isLast, onEdit }: RowProps) {
  const { t, words } = useLanguage();
  const save = useTerminalCommand('people.save');
  const remove = useTerminalCommand('people.remove');
  const [asking, setAsking] = useState(false);
  // A changed role is saved by a separate press, so that a key or a scan that reaches the list of roles does not grant
  // rights.
  const [chosen, setChosen] = useState<Person['role']>();
  const { name, role } = person;
  const failure = remove.failure ?? save.failure;
  return (
    <>
      <tr>
        <th scope="row" className={styles.name}>
          <Written text={name} />{' '}
          {isMe && (
            <Box component="span" fw={400} c="dimmed">
              ({t('settings.people.you')})
            </Box>
          )}
        </th>
        <td className={styles.role}>
          {isMe || isLast ? (
            words.roles[role]
          ) : (
            <NativeSelect
              aria-label={t('settings.people.roleOf', { name })}
              value={chosen ?? role}
              disabled={save.busy}
              data={(['cashier', 'manager'] as const).map((value) => ({ value, label: words.roles[value] }))}
              onChange={(event) => {
                const value = event.currentTarget.value === 'manager' ? 'manager' : 'cashier';
                setChosen(value === role ? undefined : value);
              }}
            />
          )}
        </td>
        <td>
          <span className={styles.actions}>
            <Button variant="default" aria-label={t('app.changeOf', { name })} onClick={onEdit}>
              {t('app.change')}
            </Button>
            {!isMe && !isLast && !asking && (
              <Button
                variant="subtle"
                color="red"
                aria-label={t('app.removeOf', { name })}
                onClick={() => setAsking(true)}
              >
                {t('app.remove')}
              </Button>
            )}
          </span>
        </td>
      </tr>
      {(asking || chosen !== undefined || failure !== undefined) && (
        <tr>
          <td colSpan={3}>
            <FailureNote of={failure} />
            {chosen !== undefined && (
              <span className={styles.asking}>
                <span className={common.grow}>
                  {t('settings.people.roleSure', { name, role: words.roles[chosen] })}
                </span>
                <Button variant="default" onClick={() => setChosen(undefined)}>
                  {t('app.cancel')}
                </Button>
                <Button
                  aria-disabled={save.busy}
                  onClick={() =>
                    void save.run({ name, role: chosen }).then((result) => {
                      if (result?.ok) setChosen(undefined);
                    })
                  }
                >
                  {t('app.save')}
                </Button>
              </span>
            )}
            {asking && (
              <span className={styles.asking}>
                <span className={common.grow}>{t('settings.people.removeSure', { name })}</span>
                <Button variant="default" autoFocus onClick={() => setAsking(false)}>
                  {t('app.cancel')}
                </Button>
                <Button color="red" aria-disabled={remove.busy} onClick={() => void remove.run({ name })}>
                  {t('app.remove')}
                </Button>
              </span>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
