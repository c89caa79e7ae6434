import type { ReactNode } from 'react';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import { netSales } from '../../../shared/sale/net-sales.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { meansName } from '../../../shared/words/means-name.ts';
import { ActorName } from '../../ui/components/actor-name.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { PrintReport } from './print-report.tsx';
import styles from './report-figures.module.css';

export function ReportFigures({ report, hash }: { report: ShiftReport; hash?: string }) {
  const { t, format } = useLanguage();
  const { documents } = report;
  return (
    <div className={styles.report}>
      <Group>
        <Row label={t('shiftReport.opened')}>
          {format.dateTime(report.openedAt)} · <ActorName name={report.openedBy.name} />
        </Row>
        {report.closedAt !== undefined && (
          <Row label={t('shiftReport.closed')}>
            {format.dateTime(report.closedAt)} · <ActorName name={report.closedBy?.name ?? ''} />
          </Row>
        )}
        <Row label={t('shiftReport.documents')}>
          {t('shift.documents', { count: documents?.count ?? 0 })}
          {documents && ` · ${t('shiftReport.fromTo', { first: documents.first, last: documents.last })}`}
        </Row>
        <States report={report} />
      </Group>
      <Sales report={report} />
      <CashFigures cash={report.cash} />
      <VatFigures vat={report.vat} />
      <ActionFigures beside={report.beside} />
      <MeansFigures
        title={t('shiftReport.payments')}
        rows={report.payments}
        amountOf={({ received, paidBack }) => received - paidBack}
      />
      <MeansFigures
        title={t('shiftReport.accounts')}
        rows={report.accountPayments}
        amountOf={({ received, takenBack }) => received - takenBack}
      />
      <MeansFigures
        title={t('shiftReport.accountPaidBack')}
        rows={report.accountPaidBack}
        amountOf={({ paidBack, takenBack }) => takenBack - paidBack}
      />
      <Group title={t('shiftReport.people')}>
        {report.people.map(({ name, sales, returns }) => (
          <Row key={name} label={<ActorName name={name} />}>
            {format.count(sales.count)} · <Money amount={sales.total - returns.total} />
          </Row>
        ))}
      </Group>
      {report.otherCurrencies.length > 0 && (
        <Group title={t('shiftReport.currencies')}>
          {report.otherCurrencies.map(({ currency, count, total }) => (
            <Row key={currency} label={currency}>
              {format.count(count)} · <Money amount={total} />
            </Row>
          ))}
        </Group>
      )}
      {hash !== undefined && (
        <Group>
          <div className={styles.row}>
            <dt>{t('shiftReport.hash')}</dt>
            <dd className={styles.hash}>
              <code>{hash}</code>
            </dd>
          </div>
        </Group>
      )}
      <div>
        <PrintReport number={report.number} />
      </div>
    </div>
  );
}

function States({ report: { waiting, refused } }: { report: ShiftReport }) {
  const { t, format } = useLanguage();
  return (
    <>
      <Row label={t('shiftReport.waiting')}>{format.count(waiting)}</Row>
      <Row label={t('shiftReport.refused')}>{format.count(refused)}</Row>
    </>
  );
}

function Sales({ report }: { report: ShiftReport }) {
  const { t, format } = useLanguage();
  const kinds = (['sales', 'returns', 'debitNotes', 'advances'] as const).filter(
    (kind) => kind === 'sales' || report[kind].count !== 0,
  );
  return (
    <Group title={t('shiftReport.sales')}>
      {kinds.map((kind) => (
        <Row key={kind} label={`${t(`shiftReport.${kind}`)} · ${format.count(report[kind].count)}`}>
          <Money amount={kind === 'returns' ? -report[kind].total : report[kind].total} />
        </Row>
      ))}
      <Row label={t('shiftReport.net')}>
        <Money amount={netSales(report)} />
      </Row>
      {report.purchases && (
        <Row label={`${t('shiftReport.purchases')} · ${format.count(report.purchases.count)}`}>
          <Money amount={-report.purchases.total} />
        </Row>
      )}
      <Row label={t('shiftReport.discounts')}>
        <Money amount={report.discounts} />
      </Row>
      {report.outside && (
        <Row label={`${t('shiftReport.outside')} · ${format.count(report.outside.count)}`}>
          <Money amount={report.outside.total} />
        </Row>
      )}
      {report.corrections > 0 && (
        <Row label={t('shiftReport.corrections')}>{format.count(report.corrections)}</Row>
      )}
      {report.correctionsBack > 0 && (
        <Row label={t('shiftReport.correctionsBack')}>
          <Money amount={report.correctionsBack} />
        </Row>
      )}
    </Group>
  );
}

function CashFigures({ cash }: Pick<ShiftReport, 'cash'>) {
  const { t } = useLanguage();
  const rows = [
    ['float', cash.float],
    ['received', cash.received],
    ['paidBack', -cash.paidBack],
    ['paidIn', cash.in],
    ['paidOut', -cash.out],
    ...(cash.accounts === undefined ? [] : [['accounts', cash.accounts] as const]),
    ['expected', cash.expected],
    ['counted', cash.counted],
  ] as const;
  return (
    <Group title={t('shiftReport.cash')}>
      {rows.map(([name, amount]) => (
        <Row key={name} label={t(`shiftReport.${name}`)}>
          <Money amount={amount} />
        </Row>
      ))}
    </Group>
  );
}

function VatFigures({ vat: rows }: Pick<ShiftReport, 'vat'>) {
  const { t, format } = useLanguage();
  if (rows.length === 0) return null;
  return (
    <Group title={t('shiftReport.vat')}>
      {rows.map(({ category, rate, taxable, vat }) => (
        <Row
          key={`${category} ${rate}`}
          label={`${category} · ${t('shiftReport.vatRow', { rate: Number(rate), taxable: format.money(taxable) })}`}
        >
          <Money amount={vat} />
        </Row>
      ))}
      <Row label={t('shiftReport.vatTotal')}>
        <Money amount={sumHalalas(rows.map(({ vat }) => vat))} />
      </Row>
    </Group>
  );
}

function ActionFigures({ beside }: { beside: ShiftReport['beside'] }) {
  const { t, format } = useLanguage();
  const { removed, abandoned, overrides } = beside;
  const sums = [
    ['removed', removed.count, removed.total],
    ['abandoned', abandoned.count, abandoned.total],
    ['overrides', overrides.count, overrides.difference],
  ] as const;
  return (
    <Group title={t('shiftReport.beside')}>
      {sums.map(([name, count, amount]) => (
        <Row key={name} label={t(`shiftReport.${name}`)}>
          {format.count(count)}
          {count > 0 && (
            <>
              {' · '}
              <Money amount={amount} />
            </>
          )}
        </Row>
      ))}
      {(['discounted', 'drawerOpenings', 'drawerByHand', 'reprints'] as const).map((name) => (
        <Row key={name} label={t(`shiftReport.${name}`)}>
          {format.count(beside[name])}
        </Row>
      ))}
    </Group>
  );
}

interface MeansFiguresProps<Figures> {
  readonly title: string;
  readonly rows: readonly Figures[] | undefined;
  readonly amountOf: (figures: Figures) => number;
}

function MeansFigures<Figures extends { readonly means: string; readonly count: number }>(
  props: MeansFiguresProps<Figures>,
) {
  const { title, rows = [], amountOf } = props;
  const { t, words, format } = useLanguage();
  const labelOf = (means: string) => (means === 'split' ? t('shiftReport.split') : meansName(means, words));
  return (
    <Group title={title}>
      {rows.map((row) => (
        <Row key={row.means} label={`${labelOf(row.means)} · ${format.count(row.count)}`}>
          <Money amount={amountOf(row)} />
        </Row>
      ))}
    </Group>
  );
}

function Group({ title, children }: { title?: string; children: ReactNode }) {
  if (Array.isArray(children) && children.length === 0) return null;
  return (
    <section className={styles.group}>
      {title !== undefined && <h4>{title}</h4>}
      <dl>{children}</dl>
    </section>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
