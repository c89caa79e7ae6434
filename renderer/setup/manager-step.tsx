import { useState } from 'react';
import { isWeakPin } from '../../shared/pin.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { Field } from '../components/field.tsx';
import { Note } from '../components/note.tsx';
import { latinDigits } from '../format.ts';
import { useLanguage } from '../language.tsx';
import { useTerminalCommand } from '../use-terminal-command.ts';
import { StepPage } from './step-page.tsx';
import styles from './steps.module.css';

const pinPattern = /^\d{6,12}$/;

/** The first person of a terminal, a manager. Name and PIN stay in this window until the terminal has taken them. */
export function ManagerStep() {
  const { t, words, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('people.save');
  const [name, setName] = useState('');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (...fields: string[]) => setTouched(new Set([...touched, ...fields]));

  const wrong = {
    name: name.trim() === '' ? words.issues.blank : undefined,
    pin: !pinPattern.test(pin)
      ? t('setup.manager.digits')
      : isWeakPin(pin)
        ? words.issues['weak-pin']
        : undefined,
    again: again === pin ? undefined : t('setup.manager.differ'),
  };
  const errorOf = (field: keyof typeof wrong) => (touched.has(field) ? wrong[field] : undefined);

  const save = async () => {
    touch('name', 'pin', 'again');
    const first = (['name', 'pin', 'again'] as const).find((field) => wrong[field] !== undefined);
    if (first !== undefined) {
      document.getElementById(`manager-${first}`)?.focus();
      return;
    }
    // Whoever adds the first person is signed in as that person.
    await run({ name, role: 'manager', pin });
  };

  return (
    <StepPage
      title={t('setup.manager.title')}
      lead={t('setup.manager.lead')}
      action={{ label: t('setup.next'), busy, run: () => void save() }}
    >
      <div className={styles.narrow}>
        <Field
          id="manager-name"
          label={t('setup.manager.name')}
          value={name}
          error={errorOf('name')}
          onText={setName}
          onBlur={() => name !== '' && touch('name')}
          dir="auto"
          maxLength={60}
        />
        {(['pin', 'again'] as const).map((field) => (
          <Field
            key={field}
            id={`manager-${field}`}
            type="password"
            inputMode="numeric"
            dir="ltr"
            label={t(`setup.manager.${field}`)}
            value={field === 'pin' ? pin : again}
            error={errorOf(field)}
            onText={(text) => (field === 'pin' ? setPin : setAgain)(latinDigits(text))}
            onBlur={(event) => event.currentTarget.value !== '' && touch(field)}
            maxLength={12}
          />
        ))}
      </div>
      {failure ? (
        <Note tone="red">{describeFailure(failure, language)}</Note>
      ) : (
        <p className={styles.hint}>{t('setup.manager.note')}</p>
      )}
    </StepPage>
  );
}
