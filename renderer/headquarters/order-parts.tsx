import { DayField } from '../components/day-field.tsx';
import { Field } from '../components/field.tsx';
import forms from '../components/forms.module.css';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { latinDigits } from '../language/format.ts';
import type { FormKind, OrderFields } from './order-fields.ts';
import { useOfficeWords } from './use-office-words.ts';

interface PartsProps {
  readonly fields: OrderFields;
  onChange(change: Partial<OrderFields>): void;
}

/** The fields of an order, by its kind. */
export function OrderParts({
  kind,
  dayError,
  ...rest
}: PartsProps & { kind: FormKind; dayError: string | undefined }) {
  if (kind === 'articles') return <ArticleFields {...rest} dayError={dayError} />;
  if (kind === 'people') return <PersonFields {...rest} />;
  if (kind === 'settings') return <SettingFields {...rest} />;
  return <ContactFields {...rest} />;
}

function ArticleFields({ fields, dayError, onChange }: PartsProps & { dayError: string | undefined }) {
  const { t } = useOfficeWords();
  return (
    <>
      <TextField
        id="order-table"
        label={t('orders.table')}
        value={fields.table}
        error={undefined}
        onText={(table) => onChange({ table })}
        onBlur={() => undefined}
      />
      <DayField
        id="order-from"
        label={t('orders.from')}
        value={fields.from}
        error={dayError}
        onText={(text) => onChange({ from: latinDigits(text).trim() })}
      />
    </>
  );
}

function PersonFields({ fields, onChange }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <div className={forms.fields}>
      <SelectField
        id="order-doing"
        label={t('orders.doing')}
        value={fields.doing}
        options={(['save', 'remove'] as const).map((value) => ({ value, label: t(`orders.${value}`) }))}
        onChange={(doing) => onChange({ doing })}
      />
      <Field
        id="order-person"
        label={t('orders.name')}
        value={fields.person}
        error={undefined}
        onText={(person) => onChange({ person })}
      />
      {fields.doing === 'save' && (
        <>
          <SelectField
            id="order-role"
            label={t('orders.role')}
            value={fields.role}
            options={(['cashier', 'manager'] as const).map((value) => ({
              value,
              label: t(`orders.${value}`),
            }))}
            onChange={(role) => onChange({ role })}
          />
          <Field
            id="order-pin"
            label={t('orders.pin')}
            value={fields.pin}
            inputMode="numeric"
            type="password"
            autoComplete="new-password"
            error={undefined}
            onText={(pin) => onChange({ pin: latinDigits(pin).trim() })}
          />
        </>
      )}
    </div>
  );
}

function SettingFields({ fields, onChange }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <>
      <p className={forms.hint}>{t('orders.keeps')}</p>
      <Field
        id="order-rhythm"
        label={t('orders.rhythm')}
        value={fields.rhythm}
        inputMode="numeric"
        error={undefined}
        onText={(rhythm) => onChange({ rhythm: latinDigits(rhythm).trim() })}
      />
      <Field
        id="order-folder"
        label={t('orders.backupFolder')}
        dir="ltr"
        value={fields.backupFolder}
        error={undefined}
        onText={(backupFolder) => onChange({ backupFolder })}
      />
    </>
  );
}

const contactParts = ['name', 'phone', 'email', 'note'] as const;

function ContactFields({ fields, onChange }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <div className={forms.fields}>
      {contactParts.map((part) => (
        <Field
          key={part}
          id={`order-${part}`}
          label={t(`orders.${part}`)}
          value={fields[part]}
          error={undefined}
          onText={(text) => onChange({ [part]: text })}
        />
      ))}
    </div>
  );
}
