import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { InvoiceRow } from '../../../../shared/contract/till/invoices.ts';
import common from '../../../ui/components/common.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Money } from '../../../ui/components/tables/money.tsx';
import { TableHead } from '../../../ui/components/tables/table-head.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { hashOf } from '../../../ui/page/route.ts';
import type { InvoiceFilter } from '../../../ui/terminal/invoice-filter.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { useCorrection } from '../../correct/correct-action.tsx';
import { ReasonList } from '../../correct/reasons.tsx';
import { ReissueDialog } from './reissue-dialog.tsx';
import styles from './rejections.module.css';

type Group = CommandOutput<'invoice.rejections'>['groups'][number];

/** The rejected documents that nobody has put right, by cause, with what to do about each. */
export function Rejections({ filter }: { filter: InvoiceFilter }) {
  const { t } = useLanguage();
  const { states: _, uncorrected: __, ...conditions } = filter;
  const { data, error } = useTerminalQuery('invoice.rejections', conditions, { keepsPrevious: true });
  const [confirming, setConfirming] = useState<readonly InvoiceRow[]>();
  return (
    <div className={styles.groups}>
      <FailureNote of={error} />
      {data?.groups.map((group) => (
        <CauseOf key={keyOf(group)} group={group} onAgain={setConfirming} />
      ))}
      {data?.more && <p className={common.remark}>{t('rejections.more')}</p>}
      {confirming !== undefined && (
        <ReissueDialog documents={confirming} onClose={() => setConfirming(undefined)} />
      )}
    </div>
  );
}

const keyOf = ({ reasons }: Group): string =>
  reasons.map(({ code = '', message = '' }) => code || message).join(' ');

/** The rows that a group shows at first. */
const fewRows = 10;

function CauseOf({ group, onAgain }: { group: Group; onAgain: (documents: readonly InvoiceRow[]) => void }) {
  const { t } = useLanguage();
  const [isWhole, setWhole] = useState(false);
  const { reasons, unchanged, rows } = group;
  const shown = isWhole ? rows : rows.slice(0, fewRows);
  const count = t('rejections.group', { count: rows.length });
  return (
    <section className={styles.group} aria-label={count}>
      <div className={styles.head}>
        <Box flex={1} miw="min(24rem, 100%)">
          <h2 className={common.subtitle}>{count}</h2>
          <ReasonList reasons={reasons} />
          <p className={common.remark}>{t(unchanged ? 'rejections.clock' : 'rejections.each')}</p>
        </Box>
        {unchanged && (
          <Button className={common.fixed} onClick={() => onAgain(rows)}>
            {t('rejections.allAgain', { count: rows.length })}
          </Button>
        )}
      </div>
      <div className={common.scroller}>
        <table className={`${common.table} ${styles.table}`} aria-label={count}>
          <TableHead
            heads={[
              t('invoices.number'),
              t('invoices.time'),
              t('invoices.customer'),
              t('invoices.total'),
              t('rejections.way'),
            ]}
          />
          <tbody>
            {shown.map((row) => (
              <Row key={row.uuid} row={row} unchanged={unchanged} onAgain={onAgain} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          {t('rejections.rest', { count: rows.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  readonly row: InvoiceRow;
  readonly unchanged: boolean;
  readonly onAgain: (documents: readonly InvoiceRow[]) => void;
}

function Row({ row, unchanged, onAgain }: RowProps) {
  const { t, format, words } = useLanguage();
  return (
    <tr>
      <td>
        <a className={common.target} href={hashOf({ screen: 'invoice', uuid: row.uuid })}>
          <bdi dir="ltr">{row.number}</bdi>
        </a>
      </td>
      <td>
        {format.dateTime(row.trueAt ?? row.issuedAt)}
        {row.trueAt !== undefined && (
          <div className={common.remark}>{t('invoices.dated', { date: format.date(row.issuedAt) })}</div>
        )}
      </td>
      <td className={common.wrap}>
        {row.kind !== 'invoice' && <span className={common.soft}>{words.kinds[row.kind]} · </span>}
        {row.buyerName ?? t('invoices.consumer')}
      </td>
      <td className={styles.amount}>
        <Money amount={row.kind === 'creditNote' ? -row.payable : row.payable} currency={row.currency} />
      </td>
      <td>
        {unchanged ? (
          <Button variant="default" onClick={() => onAgain([row])}>
            {t('rejections.again')}
          </Button>
        ) : (
          <Correct row={row} />
        )}
      </td>
    </tr>
  );
}

function Correct({ row }: { row: InvoiceRow }) {
  const { t } = useLanguage();
  const { busy, trouble, open } = useCorrection(row);
  return (
    <>
      <Button variant="default" aria-disabled={busy} onClick={() => void open()}>
        {t(busy ? 'correct.opening' : 'correct.action')}
      </Button>
      {trouble && <p className={common.remark}>{trouble}</p>}
    </>
  );
}
