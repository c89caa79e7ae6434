import { Text } from '@mantine/core';
import type { InvoiceDetail, StatedDiscount } from '../../../../shared/contract/till/invoices.ts';
import common from '../../../ui/components/common.module.css';
import { Money } from '../../../ui/components/tables/money.tsx';
import { TableHead } from '../../../ui/components/tables/table-head.tsx';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { withHalalas } from '../../../ui/language/read-amount.ts';
import styles from './lines.module.css';

export function Lines({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useLanguage();
  const { taxExclusive, vat, rounding, prepaid, payable } = invoice;
  /** The value of a gift, for which nobody pays. */
  const given = taxExclusive + vat + rounding - prepaid - payable;
  return (
    <section aria-label={t('invoice.lines')}>
      {invoice.buyer !== undefined && (
        <Text inherit className={common.wrap} mb="md">
          {t('sale.buyer')}: <strong>{invoice.buyer.name}</strong>
          {invoice.buyer.vatNumber !== undefined && (
            <>
              {' · '}
              {t('sale.vatNumber')} <bdi dir="ltr">{invoice.buyer.vatNumber}</bdi>
            </>
          )}
        </Text>
      )}
      <table className={styles.lines}>
        <TableHead
          heads={[t('sale.item')]}
          figures={[
            t('sale.quantity'),
            t(invoice.prices === 'includeVat' ? 'invoice.unitPrice' : 'invoice.unitPriceNet'),
            t('sale.total'),
          ]}
        />
        <tbody>
          {invoice.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of an issued document never change
            <tr key={index}>
              <td>
                {line.name}
                <Discounts discounts={line.discounts} />
              </td>
              <td className={styles.amount}>
                <bdi dir="ltr">{line.quantity}</bdi>
              </td>
              <td className={styles.amount}>
                <bdi dir="ltr">{withHalalas(line.unitPrice)}</bdi>
              </td>
              <td className={styles.amount}>
                <Money amount={line.gross} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label={t('invoice.beforeVat')} amount={taxExclusive} />
          <Sum label={t('invoice.vat')} amount={vat} />
          {prepaid !== 0 && <Sum label={t('invoice.prepaid')} amount={-prepaid} />}
          {rounding !== 0 && <Sum label={t('special.rounding')} amount={rounding} />}
          {given !== 0 && <Sum label={t('invoice.given')} amount={-given} />}
          <tr className={styles.payable}>
            <th scope="row" colSpan={3}>
              {t('sale.total')}
            </th>
            <td className={styles.amount}>
              <Money amount={payable} currency={invoice.currency} />
            </td>
          </tr>
        </tfoot>
      </table>
      <Discounts discounts={invoice.discounts} isBasket />
    </section>
  );
}

function Discounts({
  discounts,
  isBasket = false,
}: {
  discounts: readonly StatedDiscount[];
  isBasket?: boolean;
}) {
  const { t } = useLanguage();
  return discounts.map(({ amount, percent, reason }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: discounts of an issued document never change
    <Text inherit key={index} lh={1.5} c="dimmed">
      {t(isBasket ? 'sale.discount' : 'sale.discountTaken')}{' '}
      <bdi dir="ltr">{amount === undefined ? `${percent}%` : withHalalas(amount)}</bdi>
      {reason !== undefined && (
        <>
          {' · '}
          <Written text={reason} />
        </>
      )}
    </Text>
  ));
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td className={styles.amount}>
        <Money amount={amount} />
      </td>
    </tr>
  );
}
