import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import { ActorName } from '../../../ui/components/actor-name.tsx';
import { Money } from '../../../ui/components/tables/money.tsx';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import styles from './sale-facts.module.css';

export function SaleFacts({ invoice: { issuedBy, prints, currency } }: { invoice: InvoiceDetail }) {
  const { t, format } = useLanguage();
  const { discount, overrides, removed, receipt } = issuedBy.beside ?? {};
  const isBare = [discount, overrides, removed, receipt].every((fact) => fact === undefined);
  if (isBare && prints.length === 0) return null;
  return (
    <section className={styles.facts}>
      <h2>{t('invoice.beside.title')}</h2>
      {receipt !== undefined && <p>{t(`invoice.beside.receipt.${receipt}`)}</p>}
      {discount !== undefined && (
        <p>
          {t('invoice.beside.discount')} <Money amount={discount} currency={currency} />
        </p>
      )}
      {overrides !== undefined && (
        <Group title={t('invoice.beside.overrides', { count: overrides.count })}>
          {overrides.lines.map(({ name, price, was }) => (
            <>
              <Written text={name} /> · {t('invoice.beside.insteadOf', { price, was })}
            </>
          ))}
        </Group>
      )}
      {removed !== undefined && (
        <Group title={t('invoice.beside.removed', { count: removed.count })}>
          {removed.lines.map(({ name, quantity, total, isPart }) => (
            <>
              <Written text={name} /> · <bdi>{quantity}</bdi> · <Money amount={total} currency={currency} />
              {isPart && ` · ${t('invoice.beside.part')}`}
            </>
          ))}
        </Group>
      )}
      {prints.length > 0 && (
        <Group title={t('invoice.beside.prints', { count: prints.length })}>
          {prints.map(({ at, by, copy }) => (
            <>
              {format.dateTime(at)} · <ActorName name={by} />
              {copy && ` · ${t('invoice.beside.copy')}`}
            </>
          ))}
        </Group>
      )}
    </section>
  );
}

function Group({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return (
    <>
      <p>{title}</p>
      <Box component="ul" m={0} ps="lg" c="dimmed">
        {children.map((child, index) => (
          // The facts beside a document never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike
          <li key={index}>{child}</li>
        ))}
      </Box>
    </>
  );
}
