import { Checkbox } from '@mantine/core';
import { type OfficeRole, officeRoles } from '../../../shared/office/command.ts';
import type { OfficeAnswer } from '../../../shared/office/contract.ts';
import { type Grant, hasItsBranches } from '../../../shared/office/people.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { isWrongDay } from '../../ui/language/read-day.ts';
import { useOfficeQuery } from '../office.ts';
import { OfficeForm } from '../parts/office-form.tsx';
import { useOfficeWords } from '../use-office-words.ts';
import styles from './grant-form.module.css';

interface Granted extends Grant {
  readonly name: string;
}

type Places = Pick<Grant, 'entities' | 'branches'>;

interface GrantFormProps {
  readonly id: string;
  /** The person as they are; absent for a new one. */
  readonly initial?: Granted;
  readonly action: string;
  readonly busy: boolean;
  onCancel(): void;
  onSend(granted: Granted): Promise<OfficeAnswer<unknown> | undefined>;
}

const newcomer: Granted = { name: '', role: 'tax', entities: [], branches: [], until: null };

export function GrantForm({ id, initial, action, busy, onCancel, onSend }: GrantFormProps) {
  const { t } = useOfficeWords();
  const { name, role, entities, branches, until } = initial ?? newcomer;
  const form = useForm({
    id,
    initial: { name, role, entities, branches, until: until ?? '' },
    check: (given) => ({
      name: given.name.trim() === '' ? t('people.nameMissing') : undefined,
      until: isWrongDay(given.until) ? t('people.noDay') : undefined,
      branches: hasItsBranches(given) ? undefined : t('people.branchMissing'),
    }),
    send: (given) => onSend({ ...given, until: given.until === '' ? null : given.until }),
    shown: () => (initial === undefined ? ['name', 'until', 'branches'] : ['until', 'branches']),
  });
  return (
    <OfficeForm form={form} label={action} busy={busy} onCancel={onCancel}>
      {initial === undefined && <Field {...form.text('name')} label={t('people.name')} autoFocus />}
      <div className={forms.fields}>
        <SelectField<OfficeRole>
          id={`${id}-role`}
          label={t('people.role')}
          value={form.values.role}
          options={officeRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={(chosen) => form.set({ role: chosen })}
        />
        <DayField
          {...form.text('until', (text) => withLatinNumbers(text).trim())}
          label={t('people.until')}
        />
      </div>
      <Places
        id={`${id}-branches`}
        given={form.values}
        error={form.errorOf('branches')}
        onChange={form.set}
      />
    </OfficeForm>
  );
}

interface PlacesProps {
  readonly id: string;
  readonly given: Places;
  readonly error: string | undefined;
  onChange(change: Places): void;
}

/** The taxpayers and branches to choose among; choosing none means all of them. */
function Places({ id, given, error, onChange }: PlacesProps) {
  const { t } = useOfficeWords();
  const { data } = useOfficeQuery('place.list', {});
  const { entities, branches } = given;
  const toggled = (list: number[], one: number) =>
    list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
  return (
    <fieldset
      id={id}
      className={styles.places}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-wrong`}
    >
      <legend>{t('people.sees')}</legend>
      {error !== undefined && (
        <div id={`${id}-wrong`}>
          <Note tone="red">{error}</Note>
        </div>
      )}
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
