import { Box, Button, Flex } from '@mantine/core';
import { IconArrowNarrowLeft, IconArrowNarrowRight } from '@tabler/icons-react';
import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import { describeIssue } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import {
  isRowLate,
  LateMark,
  useHandOver,
  wentByReporting,
} from '../../../ui/components/marks/late-mark.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { StatusIcon } from '../../../ui/components/marks/status-mark.tsx';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { MainAction } from '../../../ui/components/press/main-action.tsx';
import { QrCode } from '../../../ui/components/qr-code.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { go, hashOf } from '../../../ui/page/route.ts';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useNow } from '../../../ui/terminal/use-now.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { CorrectAction, useCorrection } from '../../correct/correct-action.tsx';
import { Reasons } from '../../correct/reasons.tsx';
import { HandOver } from '../../receipt/hand-over.tsx';
import { Accountant } from './accountant.tsx';
import styles from './invoice-screen.module.css';
import { Lines } from './lines.tsx';
import { Paid } from './paid.tsx';
import { SaleFacts } from './sale-facts.tsx';
import { StandIn } from './stand-in.tsx';
import { Timeline } from './timeline.tsx';

export interface InvoiceScreenProps {
  readonly uuid: string;
  readonly receipt: string | undefined;
}

export function InvoiceScreen({ uuid, receipt }: InvoiceScreenProps) {
  const { t } = useLanguage();
  const { data, error, refetch } = useTerminalQuery('invoice.get', { uuid });
  useKeys({ [keys.back]: () => go({ screen: 'invoices' }) });
  if (data !== undefined) return <Invoice invoice={data} receipt={receipt} />;
  if (error === null) return null;
  return (
    <Flex component="main" direction="column" align="start" gap="md" p="xl">
      <FailureNote of={error} />
      <Button variant="default" onClick={() => void refetch()}>
        {t('app.tryAgain')}
      </Button>
      <BackLink />
    </Flex>
  );
}

function Invoice({ invoice, receipt }: { invoice: InvoiceDetail } & Pick<InvoiceScreenProps, 'receipt'>) {
  const { t } = useLanguage();
  const role = useStatus()?.role;
  const isManager = role === 'manager';
  useKeys({
    [keys.return]:
      invoice.kind === 'invoice' ? () => go({ screen: 'return', uuid: invoice.uuid, receipt }) : undefined,
  });
  return (
    <Box component="main" h="100%">
      <div className={styles.page}>
        <div className={styles.main}>
          <BackLink />
          <Headline invoice={invoice} />
          <Links invoice={invoice} />
          <Cautions invoice={invoice} />
          {invoice.state === 'rejected' && <Refusal invoice={invoice} />}
          {isManager && invoice.state === 'rejected' && invoice.replacedBy === undefined && (
            <StandIn invoice={invoice} />
          )}
          <Lines invoice={invoice} />
          <Paid invoice={invoice} />
          <SaleFacts invoice={invoice} />
          {invoice.kind === 'invoice' && (
            <Button
              component="a"
              variant="default"
              className={styles.return}
              href={hashOf({ screen: 'return', uuid: invoice.uuid, receipt })}
              rightSection={<KeyCap of={keys.return} />}
            >
              {t('return.ofInvoice')}
            </Button>
          )}
          {isManager && <Accountant invoice={invoice} />}
        </div>
        <aside className={styles.side}>
          <QrCode
            text={invoice.qr}
            label={t('receipt.qr', { number: invoice.number })}
            className={styles.qr}
          />
          <HandOver uuid={invoice.uuid} />
          <Timeline invoice={invoice} isManager={isManager} />
          <Action invoice={invoice} />
        </aside>
      </div>
    </Box>
  );
}

/** Shows the warnings of the sale screen until the authority gives its own. */
function Cautions({ invoice: { state, cautions } }: { invoice: InvoiceDetail }) {
  const { language } = useLanguage();
  if (state === 'accepted' || state === 'rejected') return null;
  return cautions.map((issue) => (
    <Note key={`${issue.path.join('.')} ${issue.code}`} tone="amber">
      {describeIssue(issue, language)}
    </Note>
  ));
}

function Refusal({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useLanguage();
  return (
    <section className={styles.refusal}>
      <h2>{t('correct.reasons')}</h2>
      <Reasons invoice={invoice} />
    </section>
  );
}

function BackLink() {
  const { t, language } = useLanguage();
  const Arrow = language === 'ar' ? IconArrowNarrowRight : IconArrowNarrowLeft;
  return (
    <Button
      component="a"
      variant="subtle"
      color="gray"
      ms="-1rem"
      href={hashOf({ screen: 'invoices' })}
      leftSection={<Arrow size={22} aria-hidden />}
      rightSection={<KeyCap of={keys.back} />}
    >
      {t('invoice.toList')}
    </Button>
  );
}

function Action({ invoice }: { invoice: InvoiceDetail }) {
  if (invoice.state !== 'rejected') return <SendNow invoice={invoice} />;
  return invoice.replacedBy === undefined ? <Correct invoice={invoice} /> : null;
}

function Correct({ invoice }: { invoice: InvoiceDetail }) {
  const correction = useCorrection(invoice);
  useKeys({ [keys.main]: () => void correction.open() });
  return (
    <div className={styles.send}>
      <CorrectAction correction={correction} />
    </div>
  );
}

/** A button that sends a waiting or parked document; its place is kept when there is nothing to send. */
function SendNow({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('invoice.send');
  const canSend = invoice.state === 'waiting' || invoice.state === 'parked';
  const send = () => {
    if (canSend) void run({ uuid: invoice.uuid });
  };
  useKeys({ [keys.main]: send });
  return (
    <div className={styles.send}>
      <FailureNote of={failure} />
      {(canSend || busy || invoice.state === 'sending') && (
        <MainAction disabled={!canSend || busy} onClick={send}>
          {t(busy || invoice.state === 'sending' ? 'invoice.sending' : 'invoice.sendNow')}
        </MainAction>
      )}
    </div>
  );
}

/**
 * The documents that this one corrects or replaces, and those that correct or replace it; each is a link if it is this
 * terminal's own.
 */
function Links({ invoice }: { invoice: InvoiceDetail }) {
  const { corrects, correctedBy, replaces, replacedBy } = invoice;
  const { t } = useLanguage();
  return (
    <>
      <LinkRow label={t('correct.replacedBy')} documents={replacedBy ? [replacedBy] : []} />
      <LinkRow label={t('correct.replaces')} documents={replaces ? [replaces] : []} />
      <LinkRow label={t('invoice.corrects')} documents={corrects} />
      <LinkRow label={t('invoice.correctedBy')} documents={correctedBy} />
    </>
  );
}

interface LinkRowProps {
  readonly label: string;
  readonly documents: readonly { number: string; uuid?: string | undefined }[];
}

function LinkRow({ label, documents }: LinkRowProps) {
  if (documents.length === 0) return null;
  return (
    <Flex component="p" wrap="wrap" align="center" gap="0 1rem" mih="3rem" m={0}>
      <span>{label}</span>
      {documents.map(({ number, uuid }) =>
        uuid === undefined ? (
          <bdi key={number}>{number}</bdi>
        ) : (
          <a key={number} className={common.link} href={hashOf({ screen: 'invoice', uuid })}>
            <bdi>{number}</bdi>
          </a>
        ),
      )}
    </Flex>
  );
}

function Headline({ invoice }: { invoice: InvoiceDetail }) {
  const { t, format, words } = useLanguage();
  const now = useNow(useStatus()?.now ?? invoice.issuedAt);
  const title =
    invoice.kind !== 'invoice'
      ? words.kinds[invoice.kind]
      : t(invoice.customer === 'business' ? 'receipt.businessTitle' : 'receipt.consumerTitle');
  return (
    <header>
      <Box component="h1" m="0.25rem 0 0" fz="1.625rem" fw={600}>
        {title} <bdi dir="ltr">{invoice.number}</bdi>
      </Box>
      <p className={common.remark}>{format.dateTime(invoice.trueAt ?? invoice.issuedAt)}</p>
      {invoice.trueAt !== undefined && (
        <p className={common.remark}>
          {t('invoices.datedWrongly', { time: format.dateTime(invoice.issuedAt) })}
        </p>
      )}
      <div className={styles.status} data-state={invoice.state} role="status">
        <StatusIcon state={invoice.state} size={32} />
        <div>
          <p className={styles.headline}>
            {t(`invoice.headline.${invoice.state}`)}
            {isRowLate(invoice, now) && <LateMark />}
          </p>
          <StatusNote invoice={invoice} now={now} />
          {wentByReporting(invoice) && <p>{t('clearanceOff.note')}</p>}
        </div>
      </div>
    </header>
  );
}

function StatusNote({ invoice, now }: { invoice: InvoiceDetail; now: number }) {
  const { t, format } = useLanguage();
  const time = format.dateTime(invoice.dueAt);
  const { state, warnings, replacedBy } = invoice;
  const handOver = useHandOver(invoice);
  if (handOver === 'uncleared') return <p>{t('unanswered.note', { time })}</p>;
  if (handOver === 'overdue') return <p>{t('unanswered.wait')}</p>;
  if (handOver === 'wait' && state === 'waiting') return <p>{t('invoice.note.clearance')}</p>;
  if (isRowLate(invoice, now)) return <p>{t(state === 'accepted' ? 'late.reported' : 'late.waiting')}</p>;
  if (state === 'rejected') return <p>{t(replacedBy ? 'correct.done' : 'invoice.note.rejected')}</p>;
  if (state === 'accepted' && warnings > 0) return <p>{t('invoice.note.remarks')}</p>;
  return <p>{t(`invoice.note.${state}`, { time })}</p>;
}
