import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Returnable } from '../../../shared/contract/till/returns.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go, hashOf, type Route } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import type { IssuedSale } from '../cart/cart.tsx';
import { ReceiptPanel } from '../sale/receipt-panel.tsx';
import { isDocumentCode } from '../scanner/document-code.ts';
import { useScans } from '../scanner/scanner.tsx';
import { DocumentHead } from './document-head.tsx';
import { FindDocument } from './find-document.tsx';
import { RefundStep } from './refund-step.tsx';
import { ReturnForm } from './return-form.tsx';
import styles from './return-screen.module.css';
import { useIssueReturn } from './use-issue-return.ts';
import { useOpenReturn } from './use-open-return.ts';
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

/** The notice for a document whose goods cannot be chosen here: the reason, and links to continue. */
function NotReturnable({ invoice, why }: { invoice: Returnable['invoice']; why: string }) {
  const { t, language } = useLanguage();
  const openReturn = useOpenReturn();
  useScans(async (code) => (isDocumentCode(code) && (await openReturn(code)) ? 'known' : 'untaken'));
  return (
    <main className={styles.find}>
      <DocumentHead invoice={invoice} />
      <Note tone="amber">{describeIssue({ path: [], code: why, message: why }, language)}</Note>
      <div className={common.buttons}>
        <Button
          variant="default"
          component="a"
          href={hashOf({ screen: 'return' })}
          rightSection={<KeyCap of={keys.back} />}
        >
          {t('return.findOther')}
        </Button>
        <Button variant="subtle" component="a" href={hashOf({ screen: 'invoice', uuid: invoice.uuid })}>
          {t('receipt.open')}
        </Button>
      </div>
    </main>
  );
}
