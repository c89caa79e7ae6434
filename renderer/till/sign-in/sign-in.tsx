import { Box, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconUserCircle, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import type { Person } from '../../../shared/contract/people/people.ts';
import common from '../../ui/components/common.module.css';
import sheet from '../../ui/components/layout/sheet.module.css';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { FetchManager } from './fetch-manager.tsx';
import { PinPad } from './pin-pad.tsx';
import styles from './sign-in.module.css';

export function SignIn() {
  const { t } = useLanguage();
  const people = useTerminalQuery('people.list', {}).data?.people;
  const { run } = useTerminalCommand('people.signIn');
  const [chosen, setChosen] = useState<string>();
  if (people === undefined) return <main />;
  // A single person is chosen without asking.
  const person = people.length === 1 ? people[0] : people.find(({ name }) => name === chosen);
  return (
    <main className={`${sheet.sheet} ${styles.page}`}>
      <div className={`${sheet.inner} ${styles.inner}`} data-alone={person !== undefined || undefined}>
        <h1>{person === undefined ? t('signIn.title') : t('signIn.pinOf', { name: person.name })}</h1>
        <FetchManager />
        {person === undefined ? (
          <>
            <p className={sheet.lead}>{t('signIn.lead')}</p>
            <ul className={styles.people}>
              {people.map((one) => (
                <Tile key={one.name} person={one} onChoose={() => setChosen(one.name)} />
              ))}
            </ul>
          </>
        ) : (
          <>
            <PinPad
              key={person.name}
              person={person.name}
              enterLabel={t('signIn.enter')}
              check={(pin) => run({ name: person.name, pin })}
            />
            {people.length > 1 && (
              <UnstyledButton className={styles.others} onClick={() => setChosen(undefined)}>
                <IconChevronLeft size={20} className={common.mirrored} aria-hidden />
                {t('signIn.others')}
              </UnstyledButton>
            )}
          </>
        )}
      </div>
    </main>
  );
}

function Tile({ person: { name, role }, onChoose }: { person: Person; onChoose: () => void }) {
  const { words } = useLanguage();
  const Icon = role === 'manager' ? IconUserShield : IconUserCircle;
  return (
    <li>
      <UnstyledButton className={styles.tile} onClick={onChoose}>
        <Icon size={40} stroke={1.5} aria-hidden />
        <Box component="span" className={common.cut} maw="100%" fz="lg" fw={600} c="var(--ink)">
          <Written text={name} />
        </Box>
        <span className={common.soft}>{words.roles[role]}</span>
      </UnstyledButton>
    </li>
  );
}
