import type { OfficeFailure } from '../../../shared/office/failure.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { TextField } from '../../ui/components/forms/text-field.tsx';
import type { Form } from '../../ui/components/forms/use-form.ts';
import { useOfficeWords } from '../use-office-words.ts';
import { type OrderValues, typedFields } from './order-fields.ts';

interface PartsProps {
  readonly form: Form<OrderValues, OfficeFailure>;
}

const digits = (text: string) => withLatinNumbers(text).trim();

export function OrderParts({ form }: PartsProps) {
  const { kind } = form.values;
  if (kind === 'articles') return <ArticleFields form={form} />;
  if (kind === 'people') return <PersonFields form={form} />;
  if (kind === 'settings') return <SettingFields form={form} />;
  return <ContactFields form={form} />;
}

function ArticleFields({ form }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <>
      <TextField {...form.text('table')} label={t('orders.table')} />
      <DayField {...form.text('from', digits)} label={t('orders.from')} />
    </>
  );
}

function PersonFields({ form }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <div className={forms.fields}>
      <SelectField
        id="order-doing"
        label={t('orders.doing')}
        value={form.values.doing}
        options={(['save', 'remove'] as const).map((value) => ({ value, label: t(`orders.${value}`) }))}
        onChange={(doing) => form.set({ doing })}
      />
      <Field {...form.text('person')} label={t('orders.name')} />
      {form.values.doing === 'save' && (
        <>
          <SelectField
            id="order-role"
            label={t('orders.role')}
            value={form.values.role}
            options={(['cashier', 'manager'] as const).map((value) => ({
              value,
              label: t(`orders.${value}`),
            }))}
            onChange={(role) => form.set({ role })}
          />
          <Field
            {...form.text('pin', digits)}
            label={t('orders.pin')}
            inputMode="numeric"
            type="password"
            autoComplete="new-password"
          />
        </>
      )}
    </div>
  );
}

function SettingFields({ form }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <>
      <p className={forms.hint}>{t('orders.keeps')}</p>
      <Field {...form.text('rhythm', digits)} label={t('orders.rhythm')} inputMode="numeric" />
      <Field {...form.text('backupFolder')} label={t('orders.backupFolder')} dir="ltr" />
    </>
  );
}

function ContactFields({ form }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <div className={forms.fields}>
      {typedFields.contact.map((part) => (
        <Field key={part} {...form.text(part)} label={t(`orders.${part}`)} />
      ))}
    </div>
  );
}
