import { SegmentedControl } from '@mantine/core';
import { useLanguage } from '../language.tsx';
import { Field } from '../parts/field.tsx';
import styles from './buyer-form.module.css';
import { useDesk } from './desk.tsx';
import { changeBuyer, type DraftBuyer } from './draft.ts';
import { fieldIds } from './sale-of-draft.ts';
import type { MessageOf } from './sale-screen.tsx';

/** Who buys, on a business sale: all of it is on the invoice. */
export function BuyerForm({ messageOf }: { messageOf: MessageOf }) {
  const { t, words } = useLanguage();
  const { draft, edit, touch } = useDesk();
  const { buyer } = draft;
  const change = (part: Partial<DraftBuyer>) => edit((now) => changeBuyer(now, part));
  const idKind = buyer.idKind === 'vatNumber' ? words.fields.vatNumber : words.fields.identification;

  const field = (name: Exclude<keyof DraftBuyer, 'idKind'>, label: string, digits?: number) => ({
    id: fieldIds.buyer(name),
    label,
    value: buyer[name],
    error: messageOf(fieldIds.buyer(name)),
    onText: (text: string) => change({ [name]: text }),
    onBlur: () => {
      if (buyer[name] !== '') touch(fieldIds.buyer(name));
    },
    ...(digits !== undefined && { inputMode: 'numeric' as const, maxLength: digits }),
  });

  return (
    <section className={styles.form} aria-label={t('sale.buyer')}>
      <Field className={styles.half} {...field('name', t('sale.buyerName'))} />
      <div className={styles.half}>
        <SegmentedControl
          className={styles.idKind}
          aria-label={t('sale.buyerIdKind')}
          value={buyer.idKind}
          onChange={(value) => change({ idKind: value === 'CRN' ? 'CRN' : 'vatNumber' })}
          data={[
            { value: 'vatNumber', label: words.fields.vatNumber },
            { value: 'CRN', label: words.fields.identification },
          ]}
        />
        <Field aria-label={idKind} {...field('id', '', 15)} label={undefined} />
      </div>
      <Field className={styles.half} {...field('street', t('sale.street'))} />
      <Field className={styles.quarter} {...field('building', t('sale.building'))} />
      <Field className={styles.quarter} {...field('postalCode', t('sale.postalCode'), 5)} />
      <Field className={styles.half} {...field('district', t('sale.district'))} />
      <Field className={styles.half} {...field('city', t('sale.city'))} />
    </section>
  );
}
