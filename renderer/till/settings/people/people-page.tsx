import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Alarm } from '../../../../shared/alarm.ts';
import type { ListedPerson, Person } from '../../../../shared/contract/people/people.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { fewestDigits, fewestOfShortPin, mostDigits } from '../../../../shared/values/pin.ts';
import { describeAlarm } from '../../../../shared/words/alarms.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { usePinCheck } from '../../../ui/components/forms/check-pin.ts';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { FormButtons } from '../../../ui/components/forms/form-buttons.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Page } from '../../../ui/components/layout/page.tsx';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './people-page.module.css';
import { PeopleTable } from './people-table.tsx';
import { RightsTable } from './rights-table.tsx';

export function PeoplePage({ person: me }: { person: string | undefined }) {
  const { t } = useLanguage();
  const people = useTerminalQuery('people.list', {}).data?.people;
  const alarms = (useStatus()?.alarms ?? []).filter((alarm) => alarm.kind === 'people');
  const [open, setOpen] = useState<{ person?: ListedPerson }>();
  if (people === undefined) return null;
  const managers = people.filter(({ role }) => role === 'manager').length;
  const isLast = (person: Person | undefined) => person?.role === 'manager' && managers === 1;
  return (
    <Page
      title={t('settings.page.people')}
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

/** A warning that the list was changed outside the program, until a manager acknowledges it. */
function Alteration({ alarm }: { alarm: PeopleAlarm }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('people.acknowledge');
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

interface PersonFormProps {
  readonly person: ListedPerson | undefined;
  readonly mustManage: boolean;
  isNameTaken(name: string): boolean;
  onClose(): void;
}

/** A form for a person's name, role and PIN. The name identifies the person, so it does not change. */
function PersonForm({ person, mustManage, isNameTaken, onClose }: PersonFormProps) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('people.save');
  const checkPin = usePinCheck();
  const { shortPins } = useTerminalQuery('people.limits', {}).data ?? {};
  const fewestOf = (role: Person['role']) =>
    role === 'cashier' && shortPins === true ? fewestOfShortPin : fewestDigits;
  // A cashier with a short PIN who becomes a manager needs a longer one.
  const keepsPin = (pin: string, role: Person['role']) =>
    pin === '' && person !== undefined && !(role === 'manager' && person.shortPin === true);
  const role: Person['role'] = mustManage ? 'manager' : (person?.role ?? 'cashier');
  const form = useForm({
    id: 'person',
    initial: { name: person?.name ?? '', role, pin: '', again: '' },
    check({ name, role, pin, again }) {
      const wrong = checkPin(pin, again, fewestOf(role));
      const isTaken = person === undefined && isNameTaken(name.trim());
      return {
        name: name.trim() === '' ? words.issues.blank : isTaken ? t('settings.people.taken') : undefined,
        pin: keepsPin(pin, role) ? undefined : wrong.pin,
        again: wrong.again,
      };
    },
    send: ({ name, role, pin }) => run({ name: name.trim(), role, ...(!keepsPin(pin, role) && { pin }) }),
    onDone: onClose,
  });
  const firstField = person === undefined ? 'person-name' : 'person-pin';
  useEffect(() => document.getElementById(firstField)?.focus(), [firstField]);
  return (
    <form className={`${forms.form} ${styles.form}`} onSubmit={form.onSubmit} noValidate>
      <h3>{person === undefined ? t('settings.people.add') : t('app.changeOf', { name: person.name })}</h3>
      <div className={forms.fields}>
        <Field
          {...form.text('name')}
          label={t('settings.people.name')}
          disabled={person !== undefined}
          dir="auto"
          maxLength={60}
        />
        <div>
          <p className={common.label} aria-hidden>
            {t('settings.people.role')}
          </p>
          <Choice
            fullWidth
            aria-label={t('settings.people.role')}
            value={form.values.role}
            disabled={mustManage}
            onChange={(chosen) => form.set({ role: chosen })}
            data={(['cashier', 'manager'] as const).map((value) => ({ value, label: words.roles[value] }))}
          />
        </div>
        <Field
          {...form.text('pin', withLatinNumbers)}
          type="password"
          inputMode="numeric"
          dir="ltr"
          label={t(person === undefined ? 'settings.people.pin' : 'settings.people.newPin', {
            fewest: fewestOf(form.values.role),
          })}
          maxLength={mostDigits}
        />
        <Field
          {...form.text('again', withLatinNumbers)}
          type="password"
          inputMode="numeric"
          dir="ltr"
          label={t('settings.people.again')}
          maxLength={mostDigits}
        />
      </div>
      {mustManage && person !== undefined && (
        <Text inherit c="dimmed" mb="md">
          {t('settings.people.last')}
        </Text>
      )}
      <FailureNote of={form.failure} />
      <FormButtons size="xl" busy={busy} onCancel={onClose} />
    </form>
  );
}
