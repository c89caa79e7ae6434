import { useLanguage } from '../language.tsx';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import styles from './buyer-form.module.css';
import { useDesk } from './desk.tsx';
import { changeBuyer, type DraftBuyer } from './draft.ts';
import type { MessageOf } from './message.ts';
import { fieldIds } from './sale-of-draft.ts';

const idLabels = { vatNumber: 'sale.vatNumber', CRN: 'sale.registration' } as const;

/** Who buys, on a business sale: all of it is on the invoice. */
export function BuyerForm({ messageOf }: { messageOf: MessageOf }) {
  const { t } = useLanguage();
  const { draft, edit, touch } = useDesk();
  const { buyer } = draft;
  const change = (part: Partial<DraftBuyer>) => edit((now) => changeBuyer(now, part));

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
      <Field className={styles.six} {...field('name', t('sale.buyerName'))} />
      <div className={styles.six}>
        <p className={styles.label} aria-hidden>
          {t('sale.buyerIdKind')}
        </p>
        <Choice
          fullWidth
          aria-label={t('sale.buyerIdKind')}
          value={buyer.idKind}
          onChange={(idKind) => change({ idKind })}
          data={(['vatNumber', 'CRN'] as const).map((value) => ({ value, label: t(idLabels[value]) }))}
        />
      </div>
      <Field className={styles.four} {...field('id', t(idLabels[buyer.idKind]), 15)} />
      <Field className={styles.five} {...field('street', t('sale.street'))} />
      <Field className={styles.three} {...field('building', t('sale.building'))} />
      <Field className={styles.four} {...field('district', t('sale.district'))} />
      <Field className={styles.five} {...field('city', t('sale.city'))} />
      <Field className={styles.three} {...field('postalCode', t('sale.postalCode'), 5)} />
    </section>
  );
}
