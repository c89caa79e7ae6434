import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { KnownBuyer } from '../../../../shared/contract/till/items.ts';
import type { Buyer } from '../../../../shared/sale/party.ts';
import { buyerSchemes } from '../../../../shared/sale/sale.ts';
import type { DraftBuyer } from '../../../../shared/stored/basket/draft.ts';
import common from '../../../ui/components/common.module.css';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field, type FieldProps } from '../../../ui/components/forms/field.tsx';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { focusField, useCart } from '../../cart/cart.tsx';
import { changeBuyer, newDraft, partyOf } from '../../cart/draft.ts';
import { has } from '../../cart/draft-advanced.ts';
import { draftOfBuyer } from '../../cart/draft-of-sale.ts';
import type { MessageOf } from '../../cart/message.ts';
import { fieldIds } from '../../cart/sale-of-draft.ts';
import { Offers, useOffers } from '../known-items/offers.tsx';
import { useFocusLast } from '../use-entry.ts';
import styles from './buyer-form.module.css';

/**
 * The form for the other party of a business sale, and of some special ones; the document contains all of it. Enter
 * walks from field to field, and from the last one back to the goods.
 */
export function BuyerForm({ messageOf }: { messageOf: MessageOf }) {
  const { t } = useLanguage();
  const party = partyOf(useCart().draft);
  const focusLast = useFocusLast();
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    // Skips the Enter that ends the composition of an input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.target instanceof HTMLButtonElement)
      return;
    event.preventDefault();
    if (event.repeat) return;
    const next = fieldAfter(event.currentTarget, event.target as Node);
    if (next === undefined) focusLast();
    else focusField(next.id);
  };
  return (
    <section
      className={styles.form}
      aria-label={t(party === 'supplier' ? 'special.supplier' : 'sale.buyer')}
      onKeyDown={walk}
    >
      {party === 'citizen' ? (
        <CitizenFields messageOf={messageOf} />
      ) : (
        <PartyFields messageOf={messageOf} isSupplier={party === 'supplier'} />
      )}
    </section>
  );
}

function fieldAfter(form: Element, current: Node): HTMLInputElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>('input[id^="buyer-"]')].find(
    (field) => (current.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

function useBuyerField(messageOf: MessageOf) {
  const { draft, edit, touch } = useCart();
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
  return { field, change, buyer, isAbroad: has(draft.advanced, 'export') };
}

function CitizenFields({ messageOf }: { messageOf: MessageOf }) {
  const { t } = useLanguage();
  const { field } = useBuyerField(messageOf);
  return (
    <>
      <Field className={common.six} {...field('name', t('special.citizenName'))} />
      <Field className={common.six} {...field('id', t('special.idKinds.NAT'), 10)} />
    </>
  );
}

function PartyFields({ messageOf, isSupplier }: { messageOf: MessageOf; isSupplier: boolean }) {
  const { t } = useLanguage();
  const { field, change, buyer, isAbroad } = useBuyerField(messageOf);
  const focusLast = useFocusLast();
  const take = (buyer: Buyer) => {
    flushSync(() => change({ ...newDraft().buyer, ...draftOfBuyer(buyer) }));
    focusLast();
  };
  return (
    <>
      {isSupplier ? (
        <>
          <Field className={common.six} {...field('name', t('special.supplierName'))} />
          <Field className={common.three} {...field('id', t('sale.vatNumber'), 15)} />
          <Field className={common.three} {...field('registration', t('sale.registration'))} />
        </>
      ) : (
        <>
          <BuyerNameField className={common.six} {...field('name', t('sale.buyerName'))} onTake={take} />
          <IdKind value={buyer.idKind} onChange={(idKind) => change({ idKind })} />
          <Field
            className={common.four}
            {...field(
              'id',
              t(`special.idKinds.${buyer.idKind}`),
              buyer.idKind === 'vatNumber' ? 15 : undefined,
            )}
          />
        </>
      )}
      <Field className={isSupplier ? common.six : styles.five} {...field('street', t('sale.street'))} />
      <Field className={common.three} {...field('building', t('sale.building'))} />
      <Field className={isSupplier ? common.three : common.four} {...field('district', t('sale.district'))} />
      <Field className={isAbroad ? common.three : styles.five} {...field('city', t('sale.city'))} />
      <Field className={common.three} {...field('postalCode', t('sale.postalCode'), 5)} />
      {isAbroad && <Field className={common.two} {...field('country', t('special.country'))} maxLength={2} />}
    </>
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
      <div className={common.six}>
        <p className={common.label} aria-hidden>
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
      className={common.six}
      label={t('sale.buyerIdKind')}
      value={value}
      options={choices}
      onChange={onChange}
    />
  );
}

interface BuyerNameFieldProps extends FieldProps {
  readonly value: string;
  readonly onTake: (buyer: Buyer) => void;
}

const none: readonly KnownBuyer[] = [];

/** A field for the name, or the number, of a buyer; it offers those of earlier sales, and the newest while empty. */
function BuyerNameField({ onTake, onText, onBlur, ...field }: BuyerNameFieldProps) {
  const { t } = useLanguage();
  const { value } = field;
  const [isOpen, setOpen] = useState(false);
  const offers = useOffers(useKnownBuyers(value, isOpen), setOpen);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    offers.onEscape(event);
    if (event.key !== 'Enter') return;
    // Otherwise the form would move to its next field.
    if (offers.isChosen()) event.stopPropagation();
    else offers.close();
  };

  return (
    <Offers
      of={offers}
      label={t('sale.knownBuyers')}
      textsOf={({ buyer }) => {
        const number = numberOf(buyer);
        return { key: `${number} ${buyer.name}`, name: buyer.name, beside: number };
      }}
      onTake={({ buyer }) => onTake(buyer)}
    >
      <Field
        {...field}
        onText={(text) => {
          offers.show();
          onText(text);
        }}
        onFocus={() => offers.show(value === '')}
        onBlur={(event) => {
          offers.close();
          onBlur?.(event);
        }}
        onKeyDown={onKeyDown}
      />
    </Offers>
  );
}

const numberOf = ({ vatNumber, identification }: Buyer) => vatNumber ?? identification?.value ?? '';

function useKnownBuyers(text: string, isOpen: boolean): readonly KnownBuyer[] {
  const { data } = useTerminalQuery('buyer.find', isOpen ? { text: text.trim() } : undefined, {
    gcTime: 60_000,
    keepsPrevious: true,
  });
  return isOpen ? (data?.buyers ?? none) : none;
}
