import { Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Person } from '../../../../shared/contract/people/people.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import common from '../../../ui/components/common.module.css';
import { usePinCheck } from '../../../ui/components/forms/check-pin.ts';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { FormButtons } from '../../../ui/components/forms/form-buttons.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './people-page.module.css';

interface PersonFormProps {
  readonly person: Person | undefined;
  readonly mustManage: boolean;
  isNameTaken(name: string): boolean;
  onClose(): void;
}

/** A form for a person's name, role and PIN. The name identifies the person, so it does not change. */
export function PersonForm({ person, mustManage, isNameTaken, onClose }: PersonFormProps) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('people.save');
  const checkPin = usePinCheck();
  const keepsPin = (pin: string) => person !== undefined && pin === '';
  const role: Person['role'] = mustManage ? 'manager' : (person?.role ?? 'cashier');
  const form = useForm({
    id: 'person',
    initial: { name: person?.name ?? '', role, pin: '', again: '' },
    check({ name, pin, again }) {
      const wrong = checkPin(pin, again);
      const isTaken = person === undefined && isNameTaken(name.trim());
      return {
        name: name.trim() === '' ? words.issues.blank : isTaken ? t('settings.people.taken') : undefined,
        pin: keepsPin(pin) ? undefined : wrong.pin,
        again: wrong.again,
      };
    },
    send: ({ name, role, pin }) => run({ name: name.trim(), role, ...(!keepsPin(pin) && { pin }) }),
    onDone: onClose,
  });
  const firstField = person === undefined ? 'person-name' : 'person-pin';
  useEffect(() => document.getElementById(firstField)?.focus(), [firstField]);
  return (
    <form className={`${forms.form} ${styles.form}`} onSubmit={form.onSubmit} noValidate>
      <h3>
        {person === undefined ? t('settings.people.add') : t('settings.people.editOf', { name: person.name })}
      </h3>
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
          label={t(person === undefined ? 'settings.people.pin' : 'settings.people.newPin')}
          maxLength={12}
        />
        <Field
          {...form.text('again', withLatinNumbers)}
          type="password"
          inputMode="numeric"
          dir="ltr"
          label={t('settings.people.again')}
          maxLength={12}
        />
      </div>
      {mustManage && person !== undefined && (
        <Text inherit c="dimmed" mb="md">
          {t('settings.people.last')}
        </Text>
      )}
      <FailureNote of={form.failure} />
      <FormButtons
        size="xl"
        label={t(busy ? 'settings.saving' : 'settings.save')}
        busy={busy}
        cancelLabel={t('settings.people.cancel')}
        onCancel={onClose}
      />
    </form>
  );
}
