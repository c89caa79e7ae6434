import { Box, UnstyledButton } from '@mantine/core';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import styles from './handed.module.css';
import { onEnterKey } from './on-enter-key.ts';
import { quickNotes } from './quick-notes.ts';
import { type Payment, tenderedField } from './use-payment.ts';

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
export function Handed({ paying, cash, currency, onEnter }: HandedProps) {
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
