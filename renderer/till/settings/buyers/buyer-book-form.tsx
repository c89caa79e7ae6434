import { useEffect } from 'react';
import type { BookBuyer } from '../../../../shared/contract/till/buyers.ts';
import { type Buyer, buyerSchemes } from '../../../../shared/sale/party.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { FormButtons } from '../../../ui/components/forms/form-buttons.tsx';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import entries from '../../../ui/components/layout/entries.module.css';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './buyers-page.module.css';

type Scheme = (typeof buyerSchemes)[number] | '';

/** The fields of the form; their names match the paths of the terminal's issues. */
const valuesOf = (buyer: Buyer | undefined) => ({
  name: buyer?.name ?? '',
  vatNumber: buyer?.vatNumber ?? '',
  scheme: (buyer?.identification?.scheme ?? '') as Scheme,
  value: buyer?.identification?.value ?? '',
  street: buyer?.address?.street ?? '',
  additionalStreet: buyer?.address?.additionalStreet ?? '',
  building: buyer?.address?.building ?? '',
  district: buyer?.address?.district ?? '',
  city: buyer?.address?.city ?? '',
  postalCode: buyer?.address?.postalCode ?? '',
  province: buyer?.address?.province ?? '',
  country: buyer?.address?.country ?? 'SA',
});
type Values = ReturnType<typeof valuesOf>;

/** Returns the buyer that was typed; the terminal reports its faults. */
function buyerOf({ name, vatNumber, scheme, value, street, city, country, ...optional }: Values): Buyer {
  const parts = Object.entries(optional).filter(([, text]) => text.trim() !== '');
  return {
    name,
    ...(vatNumber.trim() !== '' && { vatNumber: vatNumber.trim() }),
    ...(scheme !== '' && { identification: { scheme, value } }),
    address: { street, city, country: country.trim().toUpperCase(), ...Object.fromEntries(parts) },
  };
}

const widths = {
  street: common.three,
  additionalStreet: common.three,
  building: common.two,
  district: common.two,
  city: common.two,
  postalCode: common.two,
  province: common.two,
  country: common.two,
};
const parts = Object.keys(widths) as (keyof typeof widths)[];

export function BuyerBookForm({ of, onClose }: { of?: BookBuyer; onClose(): void }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('buyer.save');
  const form = useForm({
    id: 'buyer',
    initial: valuesOf(of?.buyer),
    send: (values) => run({ ...(of && { key: of.key }), buyer: buyerOf(values) }),
    onDone: onClose,
  });
  useEffect(() => document.getElementById('buyer-name')?.focus(), []);
  const labels = {
    street: t('sale.street'),
    additionalStreet: t('buyers.additionalStreet'),
    building: t('sale.building'),
    district: t('sale.district'),
    city: t('sale.city'),
    postalCode: t('sale.postalCode'),
    province: t('buyers.province'),
    country: t('buyers.country'),
  };
  return (
    <form className={entries.inside} onSubmit={form.onSubmit} noValidate>
      <div className={styles.fields}>
        <Field className={common.six} {...form.text('name')} label={t('buyers.name')} dir="auto" />
        <Field
          className={common.two}
          {...form.text('vatNumber', withLatinNumbers)}
          label={t('sale.vatNumber')}
          inputMode="numeric"
          dir="ltr"
          maxLength={15}
        />
        <SelectField<Scheme>
          className={common.two}
          label={t('buyers.scheme')}
          value={form.values.scheme}
          options={[
            { value: '', label: t('buyers.noScheme') },
            ...buyerSchemes.map((value) => ({ value, label: t(`special.idKinds.${value}`) })),
          ]}
          onChange={(scheme) => form.set({ scheme })}
        />
        <Field
          className={common.two}
          {...form.text('value', withLatinNumbers)}
          label={t('buyers.value')}
          dir="ltr"
          disabled={form.values.scheme === ''}
        />
        {parts.map((part) => (
          <Field
            key={part}
            className={widths[part]}
            {...form.text(part, part === 'building' || part === 'postalCode' ? withLatinNumbers : undefined)}
            label={labels[part]}
            dir="auto"
          />
        ))}
      </div>
      <ProblemNote of={form.failure} />
      <FormButtons busy={busy} onCancel={onClose} />
    </form>
  );
}
