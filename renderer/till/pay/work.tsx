import { Box, Text, UnstyledButton } from '@mantine/core';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { NumberPad } from '../../ui/components/pad/number-pad.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { useCart } from '../cart/cart.tsx';
import { onEnterKey } from './on-enter-key.ts';
import { Parts } from './parts.tsx';
import { quickNotes } from './quick-notes.ts';
import { type Payment, tenderedField } from './use-payment.ts';
import styles from './work.module.css';

interface WorkProps {
  readonly paying: Payment;
  readonly currency: string;
  readonly onEnter: () => void;
}

export function Work({ paying, currency, onEnter }: WorkProps) {
  const { t } = useLanguage();
  const { draft } = useCart();
  const { payment, settlement, due, pad } = paying;
  const isSeveral = payment.means === 'several';
  const cash = settlement.shares.find(({ means }) => means === 'cash')?.amount;
  const takesCash = cash !== undefined && due.takesMoney;
  if (!isSeveral && !takesCash)
    return (
      <Text inherit maw="34rem" lh={1.6}>
        {payment.means === 'onAccount'
          ? t('pay.owes', { buyer: draft.buyer.name })
          : paying.question !== undefined
            ? t(due.takesMoney ? 'pay.card.whole' : 'pay.refund.whole')
            : t(due.takesMoney ? 'pay.whole' : 'pay.wholeBack')}
      </Text>
    );
  return (
    <div className={styles.work}>
      <div>
        {isSeveral && <Parts paying={paying} onEnter={onEnter} />}
        {takesCash && <Handed paying={paying} cash={cash} currency={currency} onEnter={onEnter} />}
      </div>
      <NumberPad onKey={pad} />
    </div>
  );
}

interface HandedProps {
  readonly paying: Payment;
  readonly cash: Halalas;
  readonly currency: string;
  readonly onEnter: () => void;
}

/**
 * Asks for the cash handed over: it offers the notes that a customer is likely to give, and a field for any other
 * amount.
 */
function Handed({ paying, cash, currency, onEnter }: HandedProps) {
  const { t, format } = useLanguage();
  const { payment, type, hand, aim } = paying;
  const { tendered } = payment;
  const given = readAmount(tendered);
  const isUnreadable = tendered.trim() !== '' && given === undefined;
  const note = (text: string, amount: Halalas, label?: string) => (
    <UnstyledButton
      key={amount}
      className={`${common.pressed} ${styles.note}`}
      aria-pressed={text === '' ? tendered.trim() === '' : given === amount}
      onClick={() => hand(text)}
    >
      {label !== undefined && (
        <Box component="span" fw={400} c="dimmed">
          {label}
        </Box>
      )}
      <Money amount={amount} />
    </UnstyledButton>
  );
  return (
    <>
      <Field
        id={tenderedField}
        amount
        label={`${t('pay.tendered')} · ${format.currency(currency)}`}
        placeholder={halalasToText(cash)}
        value={tendered}
        size="lg"
        error={isUnreadable ? t('pay.trouble.unreadable') : undefined}
        onText={(text) => type(tenderedField, text)}
        onFocus={() => aim(tenderedField)}
        onKeyDown={onEnterKey(onEnter)}
      />
      <fieldset className={styles.notes} aria-label={t('pay.notes')}>
        {note('', cash, t('pay.exact'))}
        {currency === 'SAR' && quickNotes(cash).map((amount) => note(halalasToText(amount), amount))}
      </fieldset>
    </>
  );
}
