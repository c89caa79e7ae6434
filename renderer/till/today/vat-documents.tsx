import { Button } from '@mantine/core';
import { useState } from 'react';
import { readVatLine, reasonWords } from '../../../shared/sale/vat-box.ts';
import common from '../../ui/components/common.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { LoadError } from '../../ui/components/load-error.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { TableHead } from '../../ui/components/tables/table-head.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './reports.module.css';

interface VatDocumentsProps {
  readonly from: string;
  readonly to: string;
  /** The lines of the return, as their first cells. */
  readonly lines: readonly string[];
}

export function VatDocuments({ from, to, lines }: VatDocumentsProps) {
  const { t, language } = useLanguage();
  const [box, setBox] = useState('standard');
  // The counters after which the pages so far begin.
  const [starts, setStarts] = useState<readonly number[]>([]);
  const after = starts.at(-1);
  const asked = { from, to, box, ...(after !== undefined && { after }) };
  const { data, error } = useTerminalQuery('report.vatDocuments', asked, { keepsPrevious: true });
  const options = lines.map((value) => {
    const line = readVatLine(value);
    return {
      value,
      label: t(`reports.boxes.${line.box}`, { detail: reasonWords(line.detail, language) }),
    };
  });
  const next = data?.next;
  return (
    <>
      <SelectField
        id="vat-box"
        label={t('reports.documentsOf')}
        value={box}
        options={options}
        onChange={(chosen) => {
          setBox(chosen);
          setStarts([]);
        }}
      />
      {error && <LoadError error={error} />}
      {data && data.documents.length > 0 && <Documents documents={data.documents} />}
      {data?.documents.length === 0 && next === undefined && (
        <p className={common.remark}>{t('reports.none')}</p>
      )}
      <div className={common.buttons}>
        {starts.length > 0 && (
          <Button variant="default" onClick={() => setStarts(starts.slice(0, -1))}>
            {t('reports.pageBefore')}
          </Button>
        )}
        {next !== undefined && (
          <Button variant="default" onClick={() => setStarts([...starts, next])}>
            {t('reports.pageAfter')}
          </Button>
        )}
      </div>
    </>
  );
}

type Listed = NonNullable<ReturnType<typeof useTerminalQuery<'report.vatDocuments'>>['data']>['documents'];

function Documents({ documents }: { documents: Listed }) {
  const { t, format } = useLanguage();
  return (
    <div className={common.scroller}>
      <table className={`${common.table} ${styles.table}`} aria-label={t('reports.documentsOf')}>
        <TableHead
          heads={[t('reports.columns.documents'), t('reports.issued')]}
          figures={[t('reports.columns.amount'), t('reports.columns.vat')]}
        />
        <tbody>
          {documents.map(({ uuid, number, issuedAt, trueAt, amount, vat }) => (
            <tr key={`${uuid} ${amount} ${vat}`}>
              <td>
                <a className={common.target} href={hashOf({ screen: 'invoice', uuid })}>
                  <bdi dir="ltr">{number}</bdi>
                </a>
              </td>
              <td>
                {format.dateTime(trueAt ?? issuedAt)}
                {trueAt !== undefined && (
                  <div className={common.remark}>{t('invoices.dated', { date: format.date(issuedAt) })}</div>
                )}
              </td>
              <td data-figure>
                <Money amount={amount} />
              </td>
              <td data-figure>
                <Money amount={vat} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
