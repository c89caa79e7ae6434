import { Button } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import { queryKeys } from '../client.tsx';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { MainAction } from '../parts/main-action.tsx';
import { Money } from '../parts/money.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { hashOf } from '../route.ts';
import type { IssuedSale } from './desk.tsx';
import styles from './receipt-panel.module.css';
import { SubmissionSteps } from './submission-steps.tsx';

/**
 * Milliseconds in which "New sale" does nothing: it stands where "Issue invoice" stood, and the second press of a
 * double click must not take the receipt away.
 */
const settling = 600;

interface ReceiptPanelProps {
  readonly issued: IssuedSale;
  readonly onNext: () => void;
}

/** What the customer takes away, and how far it is on its way to the authority. */
export function ReceiptPanel({ issued, onNext }: ReceiptPanelProps) {
  const { t, format, words } = useLanguage();
  const row = useLiveRow(issued);
  const settled = useSettled();
  const action = useRef<HTMLButtonElement>(null);
  useEffect(() => action.current?.focus(), []);

  const startNext = () => {
    if (settled) onNext();
  };
  useKeys({ [keys.main]: startNext });

  return (
    <main className={styles.receipt}>
      <div className={styles.code}>
        <QrCode text={issued.qr} label={t('receipt.qr', { number: issued.number })} className={styles.qr} />
        <p>{t('receipt.scan')}</p>
      </div>
      <div className={styles.facts}>
        <p className={styles.kind}>
          {issued.kind === 'invoice'
            ? t(issued.customer === 'business' ? 'receipt.businessTitle' : 'receipt.consumerTitle')
            : words.kinds[issued.kind]}
        </p>
        <h1 className={styles.title}>
          {t(issued.kind === 'creditNote' ? 'receipt.returned' : 'receipt.sealed')}
        </h1>
        {issued.kind === 'creditNote' && <p className={styles.kind}>{t('receipt.payBack')}</p>}
        <p className={styles.total}>
          <Money amount={issued.payable} currency={issued.currency} />
        </p>
        <p className={styles.number}>
          <bdi dir="ltr">{issued.number}</bdi>
          <span>{format.dateTime(issued.issuedAt)}</span>
        </p>
        <SubmissionSteps row={row} />
        <p className={styles.advice} role="status">
          {t(adviceOf(row))}
        </p>
        <div className={styles.actions}>
          <Button variant="subtle" component="a" href={hashOf({ screen: 'invoice', uuid: issued.uuid })}>
            {t('receipt.open')}
          </Button>
          <MainAction ref={action} onClick={startNext}>
            {t('receipt.newSale')}
          </MainAction>
        </div>
      </div>
    </main>
  );
}

function adviceOf(row: InvoiceRow) {
  if (row.state === 'rejected') return 'receipt.rejected';
  if (row.state === 'parked') return 'receipt.parked';
  if (row.customer === 'consumer') return row.state === 'accepted' ? 'receipt.done' : 'receipt.handOver';
  return row.state === 'accepted' ? 'receipt.handOverCleared' : 'receipt.waitForClearance';
}

/** The document as the latest event has it. */
function useLiveRow(issued: IssuedSale): InvoiceRow {
  const { data } = useQuery<InvoiceRow>({
    queryKey: queryKeys.row(issued.uuid),
    queryFn: skipToken, // events write it
  });
  return data ?? issued;
}

function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settling);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
