import type { ReactNode } from 'react';
import type { TakingsReport } from '../../shared/contract/takings.ts';
import { sumHalalas } from '../../shared/money.ts';
import { Money } from '../components/money.tsx';
import { useLanguage } from '../language/language.tsx';
import type { Span } from './period.ts';
import styles from './today.module.css';

interface FiguresProps {
  readonly taken: TakingsReport;
  /** The period before; undefined until it is known. */
  readonly before: TakingsReport | undefined;
  /** The same day of the week before. */
  readonly sameDay: TakingsReport | undefined;
  readonly span: Span;
}

/** The figures of a period, each beside the period before. */
export function Figures({ taken, before, sameDay, span }: FiguresProps) {
  const { t, format } = useLanguage();
  const figure = (
    name: 'net' | 'vat' | 'average' | 'returns' | 'discounts',
    amountOf: (report: TakingsReport) => number | undefined,
  ) => (
    <Figure label={t(`today.figures.${name}`)} value={<Money amount={amountOf(taken)} currency="SAR" />}>
      <Change {...{ taken, before, span, amountOf }} />
      {sameDay !== undefined && <Change {...{ taken, before: sameDay, span: 'sameDay', amountOf }} />}
    </Figure>
  );
  return (
    <div className={styles.figures}>
      {figure('net', netOf)}
      <Figure label={t('today.figures.documents')} value={format.count(documentsOf(taken))}>
        <Change {...{ taken, before, span, amountOf: documentsOf }} />
        {sameDay !== undefined && (
          <Change {...{ taken, before: sameDay, span: 'sameDay', amountOf: documentsOf }} />
        )}
      </Figure>
      {figure('average', averageOf)}
      {figure('vat', ({ vat }) => sumHalalas(vat.map((row) => row.vat)))}
      {figure('returns', ({ returns }) => returns.total)}
      {figure('discounts', ({ discounts }) => discounts)}
    </div>
  );
}

/** Returns the amount sold less the amount that went back. */
const netOf = ({ hours }: TakingsReport) => sumHalalas(hours.map(({ total }) => total));
const documentsOf = ({ hours }: TakingsReport) => sumHalalas(hours.map(({ count }) => count));
/** In whole halalas; undefined without sales. */
const averageOf = ({ sales: { count, total } }: TakingsReport) =>
  count > 0 ? Math.round(total / count) : undefined;

function Figure({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      {children}
    </div>
  );
}

interface ChangeProps {
  readonly taken: TakingsReport;
  readonly before: TakingsReport | undefined;
  readonly span: Span | 'sameDay';
  amountOf(report: TakingsReport): number | undefined;
}

/** The difference to an earlier period, in percent. */
function Change({ taken, before, span, amountOf }: ChangeProps) {
  const { t, format } = useLanguage();
  const was = before && amountOf(before);
  const is = amountOf(taken);
  if (was === undefined || was === 0 || is === undefined)
    return <span className={styles.change}>{t(`today.noneBefore.${span}`)}</span>;
  return (
    <span className={styles.change}>
      <bdi dir="ltr">{format.change((is - was) / Math.abs(was))}</bdi> {t(`today.than.${span}`)}
    </span>
  );
}
