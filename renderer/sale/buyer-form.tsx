import { flushSync } from 'react-dom';
import type { Buyer } from '../../shared/party.ts';
import { buyerSchemes } from '../../shared/sale.ts';
import { focusField, useCart } from '../cart/cart.tsx';
import { changeBuyer, type DraftBuyer, newDraft, partyOf } from '../cart/draft.ts';
import { has } from '../cart/draft-advanced.ts';
import { draftOfBuyer } from '../cart/draft-of-sale.ts';
import type { MessageOf } from '../cart/message.ts';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { Choice } from '../components/choice.tsx';
import { Field } from '../components/field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { useLanguage } from '../language/language.tsx';
import { useStatus } from '../terminal/use-terminal-query.ts';
import styles from './buyer-form.module.css';
import { BuyerNameField } from './buyer-name-field.tsx';

/** The fields for the other party of a business sale, and of some special ones; the document contains all of them. */
export function BuyerForm({ messageOf }: { messageOf: MessageOf }) {
  const { t } = useLanguage();
  const { draft, edit, touch } = useCart();
  const { buyer } = draft;
  const party = partyOf(draft);
  const isSupplier = party === 'supplier';
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
  const take = (known: Buyer) => {
    flushSync(() => change({ ...newDraft().buyer, ...draftOfBuyer(known) }));
    const line = draft.lines.at(-1);
    if (line !== undefined) focusField(fieldIds.line(line.key, 'name'));
  };
  const title = t(isSupplier ? 'special.supplier' : 'sale.buyer');

  if (party === 'citizen')
    return (
      <section className={styles.form} aria-label={title}>
        <Field className={styles.six} {...field('name', t('special.citizenName'))} />
        <Field className={styles.six} {...field('id', t('special.idKinds.NAT'), 10)} />
      </section>
    );
  return (
    <section className={styles.form} aria-label={title}>
      {isSupplier ? (
        <>
          <Field className={styles.six} {...field('name', t('special.supplierName'))} />
          <Field className={styles.three} {...field('id', t('sale.vatNumber'), 15)} />
          <Field className={styles.three} {...field('registration', t('sale.registration'))} />
        </>
      ) : (
        <>
          <BuyerNameField className={styles.six} {...field('name', t('sale.buyerName'))} onTake={take} />
          <IdKind value={buyer.idKind} onChange={(idKind) => change({ idKind })} />
          <Field
            className={styles.four}
            {...field(
              'id',
              t(`special.idKinds.${buyer.idKind}`),
              buyer.idKind === 'vatNumber' ? 15 : undefined,
            )}
          />
        </>
      )}
      <Field className={isSupplier ? styles.six : styles.five} {...field('street', t('sale.street'))} />
      <Field className={styles.three} {...field('building', t('sale.building'))} />
      <Field className={isSupplier ? styles.three : styles.four} {...field('district', t('sale.district'))} />
      <Field
        className={has(draft.more, 'export') ? styles.three : styles.five}
        {...field('city', t('sale.city'))}
      />
      <Field className={styles.three} {...field('postalCode', t('sale.postalCode'), 5)} />
      {has(draft.more, 'export') && (
        <Field className={styles.two} {...field('country', t('special.country'))} maxLength={2} />
      )}
    </section>
  );
}

interface IdKindProps {
  readonly value: DraftBuyer['idKind'];
  readonly onChange: (kind: DraftBuyer['idKind']) => void;
}

/** A choice of the buyer's kind of id: the two kinds of businesses, or all kinds for a manager. */
function IdKind({ value, onChange }: IdKindProps) {
  const { t } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  const kinds = isManager ? (['vatNumber', ...buyerSchemes] as const) : (['vatNumber', 'CRN'] as const);
  const choices = kinds.map((kind) => ({ value: kind, label: t(`special.idKinds.${kind}`) }));
  if (!isManager)
    return (
      <div className={styles.six}>
        <p className={styles.label} aria-hidden>
          {t('sale.buyerIdKind')}
        </p>
        <Choice
          fullWidth
          aria-label={t('sale.buyerIdKind')}
          value={value === 'vatNumber' ? value : 'CRN'}
          onChange={onChange}
          data={choices}
        />
      </div>
    );
  return (
    <SelectField
      className={styles.six}
      label={t('sale.buyerIdKind')}
      value={value}
      options={choices}
      onChange={onChange}
    />
  );
}
