import { Box, Button, Flex } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Returnable } from '../../../shared/contract/till/returns.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { describeFailure, describeIssue } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { PadDock } from '../../ui/components/pad/pad-dock.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go, hashOf, type Route } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import type { IssuedSale } from '../cart/cart.tsx';
import { ReceiptPanel } from '../sale/receipt-panel.tsx';
import { isDocumentCode } from '../scanner/document-code.ts';
import { useScans } from '../scanner/scanner.tsx';
import { DocumentHead } from './document-head.tsx';
import { numberField, padded } from './padded-fields.ts';
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

function NotReturnable({ invoice, why }: { invoice: Returnable['invoice']; why: string }) {
  const { t, language } = useLanguage();
  const openReturn = useOpenReturn();
  const number = invoice.reissuedAs ?? invoice.number;
  useScans(async (code) => (isDocumentCode(code) && (await openReturn(code)) ? 'known' : 'untaken'));
  return (
    <main className={styles.find}>
      <DocumentHead invoice={invoice} />
      <Note tone="amber">
        {describeIssue({ path: [], code: why, message: why, params: { number } }, language)}
      </Note>
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

function FindDocument() {
  const { t, language } = useLanguage();
  const { run, failure, forget } = useTerminalCommand('invoice.find');
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  /** Opens the return of the document with this number or QR code; false when there is none. */
  const open = async (code: string): Promise<boolean> => {
    const found = await run({ text: code });
    if (found?.ok) go({ screen: 'return', uuid: found.value.uuid, receipt: code });
    return found?.ok === true;
  };
  const find = async () => {
    const typed = withLatinNumbers(text).trim();
    if (typed !== '' && (await open(typed))) return;
    field.current?.focus();
    field.current?.select();
  };
  useScans(async (code) => ((await open(code)) ? 'known' : 'unknown'));
  useKeys({ [keys.main]: () => void find(), [keys.back]: () => go({ screen: 'sale' }) });

  return (
    <main className={styles.find}>
      <header className={styles.head}>
        <Box component="h1" fz="1.625rem" fw={600}>
          {t('return.title')}
        </Box>
        <Flex component="p" wrap="wrap" gap="0 1.25rem" lh="1.75rem" c="dimmed">
          {t('return.how')}
        </Flex>
      </header>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <Field
          ref={field}
          id={numberField}
          label={t('return.number')}
          value={text}
          error={failure && describeFailure(failure, language)}
          dir="ltr"
          onText={(next) => {
            setText(next);
            forget();
          }}
        />
        <MainAction onClick={() => void find()}>{t('return.find')}</MainAction>
      </form>
      <div className={common.buttons}>
        <Button variant="subtle" component="a" href={hashOf({ screen: 'invoices' })}>
          {t('return.noReceipt')}
        </Button>
      </div>
      <OpenReturns />
      <PadDock fields={padded} onDone={() => void find()} />
    </main>
  );
}

/** The returns without a credit note whose money was refunded to a card, or may have been. */
function OpenReturns() {
  const { t, format } = useLanguage();
  const returns = useTerminalQuery('card.returns', {}).data?.returns ?? [];
  if (returns.length === 0) return null;
  return (
    <Note tone="amber">
      <strong>{t('return.card.open')}</strong>
      <ul className={styles.open}>
        {returns.map(({ payment: { id, state, amount, currency }, uuid, number }) => (
          <li key={id}>
            <span>
              {t(state === 'approved' ? 'return.card.openPaid' : 'return.card.openUnknown', {
                number,
                amount: `${format.money(amount)} ${format.currency(currency)}`,
              })}
            </span>
            <Button variant="default" component="a" href={hashOf({ screen: 'return', uuid })}>
              {t('return.card.goOn')}
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  );
}
