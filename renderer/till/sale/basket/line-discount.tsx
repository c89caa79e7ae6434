import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useCartActions } from '../../cart/cart.tsx';
import type { DraftLine } from '../../cart/draft.ts';
import styles from './basket.module.css';

interface LineDiscountProps {
  readonly id: string;
  readonly discount: NonNullable<DraftLine['discount']>;
  readonly number: number;
  readonly currency: string;
  readonly error: string | undefined;
  readonly onChange: (discount: DraftLine['discount']) => void;
}

export function LineDiscount({ id, discount, number, currency, error, onChange }: LineDiscountProps) {
  const { t, format } = useLanguage();
  const { touch } = useCartActions();
  return (
    <div className={styles.discount}>
      <span className={styles.discountLabel} aria-hidden>
        {t('sale.lineDiscount')}
      </span>
      <Field
        id={id}
        amount
        aria-label={t('sale.discountOf', { number })}
        placeholder="0"
        value={discount.value}
        error={error}
        onText={(value) => onChange({ ...discount, value })}
        onBlur={() => touch(id)}
      />
      <Choice
        aria-label={t('sale.discountKindOf', { number })}
        value={discount.kind}
        onChange={(kind) => onChange({ ...discount, kind })}
        data={[
          { value: 'amount', label: format.currency(currency) },
          { value: 'percent', label: '%' },
        ]}
      />
      <ActionIcon aria-label={t('sale.removeDiscount', { number })} onClick={() => onChange(undefined)}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}
