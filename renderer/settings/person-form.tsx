import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { Person } from '../../shared/contract/people.ts';
import { isWeakPin } from '../../shared/pin.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { Choice } from '../components/choice.tsx';
import { Field } from '../components/field.tsx';
import { Note } from '../components/note.tsx';
import { latinDigits } from '../format.ts';
import { useLanguage } from '../language.tsx';
import { useTerminalCommand } from '../use-terminal-command.ts';
import styles from './people-page.module.css';

interface PersonFormProps {
  /** The one to change; undefined: somebody new. */
  readonly person: Person | undefined;
  readonly mustManage: boolean;
  isNameTaken(name: string): boolean;
  onClose(): void;
}

const pinPattern = /^\d{6,12}$/;

/** A person's name, role and PIN. The name is what a person is known by, so it does not change. */
export function PersonForm({ person, mustManage, isNameTaken, onClose }: PersonFormProps) {
  const { t, words, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('people.save');
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Person['role']>(mustManage ? 'manager' : (person?.role ?? 'cashier'));
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [attempted, setAttempted] = useState(false);
  const firstField = person === undefined ? 'person-name' : 'person-pin';
  useEffect(() => document.getElementById(firstField)?.focus(), [firstField]);

  const wrongPin = (typed: string) =>
    !pinPattern.test(typed)
      ? t('setup.manager.digits')
      : isWeakPin(typed)
        ? words.issues['weak-pin']
        : undefined;
  const keepsPin = person !== undefined && pin === '';
  const wrong = {
    name:
      name.trim() === ''
        ? words.issues.blank
        : person === undefined && isNameTaken(name.trim())
          ? t('settings.people.taken')
          : undefined,
    pin: keepsPin ? undefined : wrongPin(pin),
    again: again === pin ? undefined : t('setup.manager.differ'),
  };
  const save = async () => {
    setAttempted(true);
    const first = (['name', 'pin', 'again'] as const).find((field) => wrong[field] !== undefined);
    if (first !== undefined) {
      document.getElementById(`person-${first}`)?.focus();
      return;
    }
    const saved = await run({ name: name.trim(), role, ...(!keepsPin && { pin }) });
    if (saved?.ok) onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <h3>{person === undefined ? t('settings.people.add') : t('settings.people.editOf', { name })}</h3>
      <div className={styles.fields}>
        <Field
          id="person-name"
          label={t('settings.people.name')}
          value={name}
          disabled={person !== undefined}
          error={attempted ? wrong.name : undefined}
          onText={setName}
          dir="auto"
          maxLength={60}
        />
        <div>
          <p className={styles.label} aria-hidden>
            {t('settings.people.role')}
          </p>
          <Choice
            fullWidth
            aria-label={t('settings.people.role')}
            value={role}
            disabled={mustManage}
            onChange={setRole}
            data={(['cashier', 'manager'] as const).map((value) => ({ value, label: words.roles[value] }))}
          />
        </div>
        <Field
          id="person-pin"
          type="password"
          inputMode="numeric"
          dir="ltr"
          label={t(person === undefined ? 'settings.people.pin' : 'settings.people.newPin')}
          value={pin}
          error={attempted ? wrong.pin : undefined}
          onText={(text) => setPin(latinDigits(text))}
          maxLength={12}
        />
        <Field
          id="person-again"
          type="password"
          inputMode="numeric"
          dir="ltr"
          label={t('settings.people.again')}
          value={again}
          error={attempted || again.length >= pin.length ? wrong.again : undefined}
          onText={(text) => setAgain(latinDigits(text))}
          maxLength={12}
        />
      </div>
      {mustManage && person !== undefined && <p className={styles.hint}>{t('settings.people.last')}</p>}
      {failure && <Note tone="red">{describeFailure(failure, language)}</Note>}
      <div className={styles.buttons}>
        <Button type="submit" size="xl" aria-disabled={busy}>
          {t(busy ? 'settings.saving' : 'settings.save')}
        </Button>
        <Button variant="default" size="xl" onClick={onClose}>
          {t('settings.people.cancel')}
        </Button>
      </div>
    </form>
  );
}
