import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { exemptionReason } from '../../../../shared/sale/vat.ts';
import type { DraftLine } from '../../../../shared/stored/basket/draft.ts';
import common from '../../../ui/components/common.module.css';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useCartActions } from '../../cart/cart.tsx';
import { isBlank } from '../../cart/draft.ts';
import { fieldIds } from '../../cart/sale-of-draft.ts';
import styles from './basket.module.css';
import type { LineMessages } from './line-messages.ts';

interface LineExtrasProps {
  readonly line: DraftLine;
  readonly number: number;
  readonly currency: string;
  readonly messages: LineMessages;
  readonly messageId: string;
  readonly onChange: (change: Partial<DraftLine>) => void;
}

export function LineExtras({ line, number, currency, messages, messageId, onChange }: LineExtrasProps) {
  const { t } = useLanguage();
  const { name, quantity, price, discount } = messages;
  const hasMessage = name !== undefined || quantity !== undefined || price !== undefined;
  return (
    <>
      {hasMessage && (
        <div id={messageId} className={styles.messages}>
          {name !== undefined && <p>{name}</p>}
          {quantity !== undefined && (
            <p className={common.end}>
              {t('sale.quantity')}: {quantity}
            </p>
          )}
          {price !== undefined && (
            <p className={common.end}>
              {t('sale.price')}: {price}
            </p>
          )}
        </div>
      )}
      {line.barcode !== undefined && line.name.trim() === '' && <NewCode code={line.barcode} />}
      {line.discount !== undefined && (
        <LineDiscount
          id={fieldIds.line(line.key, 'discount')}
          discount={line.discount}
          number={number}
          currency={currency}
          error={discount}
          onChange={(changed) => onChange({ discount: changed })}
        />
      )}
      <LineVat line={line} number={number} error={messages.exemptionText} onChange={onChange} />
    </>
  );
}

interface LineVatProps extends Pick<LineExtrasProps, 'line' | 'number' | 'onChange'> {
  readonly error: string | undefined;
}

/** A VAT other than the standard one, and the reason for charging none if that has no text of its own. */
function LineVat({ line, number, error, onChange }: LineVatProps) {
  const { t, language } = useLanguage();
  const { touch } = useCartActions();
  const id = fieldIds.line(line.key, 'exemptionText');
  if (line.exemption === '')
    return line.rate === '15' ? null : (
      <div className={styles.exemption}>{t('sale.vatRate', { rate: line.rate })}</div>
    );
  const reason = exemptionReason(line.exemption);
  return (
    <div className={styles.exemption}>
      {reason === undefined || reason.en === '' ? (
        <Field
          id={id}
          aria-label={t('sale.reasonInWords', { number })}
          placeholder={t('sale.reasonPlaceholder')}
          value={line.exemptionText}
          error={error}
          onText={(exemptionText) => onChange({ exemptionText })}
          onBlur={() => !isBlank(line) && touch(id)}
        />
      ) : (
        t('sale.noVatBecause', { reason: reason[language] })
      )}
    </div>
  );
}

function NewCode({ code }: { code: string }) {
  const { t } = useLanguage();
  const sentence = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolling returns a promise, which an effect must not return.
    void sentence.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={sentence} className={styles.newCode} role="status">
      {t('sale.newCode', { code })}
    </div>
  );
}

interface LineDiscountProps {
  readonly id: string;
  readonly discount: NonNullable<DraftLine['discount']>;
  readonly number: number;
  readonly currency: string;
  readonly error: string | undefined;
  readonly onChange: (discount: DraftLine['discount']) => void;
}

function LineDiscount({ id, discount, number, currency, error, onChange }: LineDiscountProps) {
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
