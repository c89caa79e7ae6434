import { readActorKey } from '../../../shared/actor.ts';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import {
  type Cell,
  type CellKind,
  type ReportKind,
  reportColumns,
} from '../../../shared/contract/till/reports.ts';
import { readVatLine, reasonWords } from '../../../shared/sale/vat-box.ts';
import { ActorName, IssuerName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import styles from './reports.module.css';

type ReportTableProps = CommandOutput<'report.get'> & { readonly report: ReportKind };

export function ReportTable({ report, rows, of, total }: ReportTableProps) {
  const { t, format } = useLanguage();
  const columns = reportColumns[report];
  if (rows.length === 0 || rows[0]?.length !== columns.length)
    return <p className={common.remark}>{t('reports.none')}</p>;
  return (
    <>
      {rows.length < of && (
        <p className={common.remark}>
          {t('reports.more', { shown: format.count(rows.length), of: format.count(of) })}
        </p>
      )}
      <div className={common.scroller}>
        <table className={`${common.table} ${styles.table}`} aria-label={t(`reports.kinds.${report}`)}>
          <thead>
            <tr>
              {columns.map(({ name, kind }) => (
                <th key={name} scope="col" data-figure={isFigure(kind) || undefined}>
                  {t(`reports.columns.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are replaced as a whole
              <tr key={index}>
                {columns.map(({ name, kind }, at) => (
                  <td key={name} data-figure={isFigure(kind) || undefined}>
                    <CellView kind={kind} cell={row[at] ?? null} isGroup={name === 'group'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {columns.map(({ name, kind }, at) =>
                at === 0 ? (
                  <th key={name} scope="row">
                    {t('reports.total')}
                  </th>
                ) : (
                  <td key={name} data-figure={isFigure(kind) || undefined}>
                    {total[at] !== null && <CellView kind={kind} cell={total[at] ?? null} isGroup={false} />}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}

const isFigure = (kind: CellKind) => ['count', 'quantity', 'money'].includes(kind);

function CellView({ kind, cell, isGroup }: { kind: CellKind; cell: Cell; isGroup: boolean }) {
  const { t, format, language } = useLanguage();
  if (cell === null) return '–';
  if (isGroup && cell === '') return t('reports.noGroup');
  switch (kind) {
    case 'money':
      return <Money amount={Number(cell)} />;
    case 'count':
      return format.count(Number(cell));
    case 'quantity':
      return <bdi dir="ltr">{cell}</bdi>;
    case 'hour':
      return <bdi dir="ltr">{`${String(cell).padStart(2, '0')}:00`}</bdi>;
    case 'instant':
      return format.dateTime(String(cell));
    case 'person':
      return <ActorName name={String(cell)} />;
    case 'issuer':
      return <IssuerName {...readActorKey(String(cell))} />;
    case 'shift':
      return (
        <a className={common.target} href={hashOf({ screen: 'shift', number: Number(cell) })}>
          {t('shift.number', { number: format.count(Number(cell)) })}
        </a>
      );
    case 'vatBox': {
      const { box, detail } = readVatLine(String(cell));
      return t(`reports.boxes.${box}`, { detail: reasonWords(detail, language) });
    }
    case 'text':
      return <Written text={String(cell)} />;
  }
}
