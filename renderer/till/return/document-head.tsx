import { Box, Flex } from '@mantine/core';
import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import type { ShownReceipt } from '../../../shared/sale/sale-facts.ts';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './return-screen.module.css';

interface DocumentHeadProps {
  readonly invoice: InvoiceRow;
  /** The way in which its receipt was shown; omitted if it is not to be mentioned. */
  readonly shown?: ShownReceipt | 'none';
}

export function DocumentHead({ invoice, shown }: DocumentHeadProps) {
  const { t, format } = useLanguage();
  return (
    <header className={styles.head}>
      <Box component="h1" fz="1.625rem" fw={600}>
        {t('return.titleOf')} <bdi dir="ltr">{invoice.number}</bdi>
      </Box>
      <Flex component="p" wrap="wrap" gap="0 1.25rem" lh="1.75rem" c="dimmed">
        <span>{format.dateTime(invoice.issuedAt)}</span>
        <span>
          <Money amount={invoice.payable} currency={invoice.currency} />
        </span>
        {invoice.buyerName !== undefined && <span>{invoice.buyerName}</span>}
        {shown !== undefined && <span>{t(`return.shown.${shown}`)}</span>}
      </Flex>
    </header>
  );
}
