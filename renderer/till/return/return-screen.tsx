import { Button } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go, hashOf, type Route } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import type { IssuedSale } from '../cart/cart.tsx';
import { ReceiptPanel } from '../sale/receipt-panel.tsx';
import { FindDocument } from './find-document.tsx';
import { NotReturnable } from './not-returnable.tsx';
import { RefundStep } from './refund-step.tsx';
import { ReturnForm } from './return-form.tsx';
import styles from './return-screen.module.css';
import { useIssueReturn } from './use-issue-return.ts';
import { useRefund } from './use-refund.ts';

export function ReturnScreen({ uuid, receipt }: Omit<Extract<Route, { screen: 'return' }>, 'screen'>) {
  return uuid === undefined ? <FindDocument /> : <ReturnOf uuid={uuid} receipt={receipt} />;
}

function ReturnOf({ uuid, receipt: code }: { uuid: string; receipt: string | undefined }) {
  const { t } = useLanguage();
  const customers = useStatus()?.customers;
  const [receipt, setReceipt] = useState<IssuedSale>();
  // The choice of goods stays when the receipt is scanned afterwards.
  const { data, error, refetch } = useTerminalQuery(
    'invoice.returnable',
    { uuid, receipt: code },
    { gcTime: 0, keepsPrevious: true },
  );
  const note = useIssueReturn(setReceipt, () => void refetch());
  const refund = useRefund(uuid, note);
  useKeys({ [keys.back]: receipt === undefined ? () => go({ screen: 'return' }) : undefined });

  if (receipt !== undefined) return <ReceiptPanel issued={receipt} onNext={() => go({ screen: 'sale' })} />;
  if (data !== undefined) {
    const { invoice, refusal } = data;
    const isCertified = customers?.includes(invoice.customer) ?? true;
    const why = isCertified ? refusal : `${invoice.customer}-not-certified`;
    return (
      <>
        {why === undefined ? (
          <ReturnForm
            returnable={data}
            code={code}
            note={note}
            refund={refund}
            onChanged={() => void refetch()}
          />
        ) : (
          <NotReturnable invoice={invoice} why={why} />
        )}
        <RefundStep refund={refund} note={note} currency={invoice.currency} />
      </>
    );
  }
  if (error === null) return null;
  return (
    <main className={styles.find}>
      <FailureNote of={error} />
      <Button variant="default" component="a" href={hashOf({ screen: 'return' })}>
        {t('return.findOther')}
      </Button>
    </main>
  );
}
