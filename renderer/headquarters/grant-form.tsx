import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type OfficeRole, officeRoles } from '../../shared/headquarters/command.ts';
import type { OfficeFailure } from '../../shared/headquarters/failure.ts';
import type { Grant } from '../../shared/headquarters/people.ts';
import { DayField } from '../components/day-field.tsx';
import { Field } from '../components/field.tsx';
import forms from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { SelectField } from '../components/select-field.tsx';
import { latinDigits } from '../language/format.ts';
import styles from './grant-form.module.css';
import { useOfficeQuery } from './office.ts';
import { useOfficeWords } from './use-office-words.ts';

interface Granted extends Grant {
  readonly name: string;
}

interface GrantFormProps {
  readonly id: string;
  /** The person as they are; absent for a new one. */
  readonly initial?: Granted;
  readonly action: string;
  readonly busy: boolean;
  readonly failure: OfficeFailure | undefined;
  onCancel(): void;
  onSend(granted: Granted): Promise<void>;
}

const newcomer: Granted = { name: '', role: 'tax', entities: [], branches: [], until: null };

/** A form for what a person may do and see. */
export function GrantForm({ id, initial, action, busy, failure, onCancel, onSend }: GrantFormProps) {
  const { t, say } = useOfficeWords();
  const [given, setGiven] = useState<Granted>(initial ?? newcomer);
  const [until, setUntil] = useState(initial?.until ?? '');
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<Granted>) => setGiven((before) => ({ ...before, ...change }));
  const isDay = until === '' || (/^\d{4}-\d{2}-\d{2}$/.test(until) && !Number.isNaN(Date.parse(until)));
  const isNamed = given.name.trim() !== '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isDay || !isNamed || busy) return;
    const { name, role, entities, branches } = given;
    void onSend({ name, role, entities, branches, until: until === '' ? null : until });
  };
  return (
    <form onSubmit={onSubmit} className={forms.form}>
      {initial === undefined && (
        <Field
          id={`${id}-name`}
          label={t('people.name')}
          autoFocus
          value={given.name}
          error={isTried && !isNamed ? t('people.nameMissing') : undefined}
          onText={(name) => set({ name })}
        />
      )}
      <div className={forms.fields}>
        <SelectField<OfficeRole>
          id={`${id}-role`}
          label={t('people.role')}
          value={given.role}
          options={officeRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={(role) => set({ role })}
        />
        <DayField
          id={`${id}-until`}
          label={t('people.until')}
          value={until}
          error={isTried && !isDay ? t('people.noDay') : undefined}
          onText={(text) => setUntil(latinDigits(text).trim())}
        />
      </div>
      <Places given={given} onChange={set} />
      {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
      <div className={forms.buttons}>
        <Button type="submit" aria-disabled={busy}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('people.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The taxpayers and branches to choose among; choosing none means all of them. */
function Places({ given, onChange }: { given: Grant; onChange(change: Partial<Grant>): void }) {
  const { t } = useOfficeWords();
  const { data } = useOfficeQuery('place.list', {});
  const { entities, branches } = given;
  const toggled = (list: number[], one: number) =>
    list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
  return (
    <fieldset className={styles.places}>
      <legend>{t('people.sees')}</legend>
      <div className={styles.list}>
        <Checkbox
          classNames={{ body: styles.box }}
          label={t('people.everything')}
          checked={entities.length + branches.length === 0}
          onChange={() => onChange({ entities: [], branches: [] })}
        />
        {data?.entities.map(({ entity, vatNumber }) => (
          <Checkbox
            classNames={{ body: styles.box }}
            key={entity}
            label={t('people.onlyEntity', { vat: vatNumber })}
            checked={entities.includes(entity)}
            onChange={() => onChange({ entities: toggled(entities, entity), branches: [] })}
          />
        ))}
        {data?.branches.map(({ branch, name }) => (
          <Checkbox
            classNames={{ body: styles.box }}
            key={branch}
            label={t('people.onlyBranch', { name })}
            checked={branches.includes(branch)}
            onChange={() => onChange({ branches: toggled(branches, branch), entities: [] })}
          />
        ))}
      </div>
    </fieldset>
  );
}
