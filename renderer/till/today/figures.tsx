import type { ReactNode } from 'react';
import type { TakingsFigures } from '../../../shared/contract/till/takings.ts';
import { netSales } from '../../../shared/sale/net-sales.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import type { Span } from '../../ui/language/period.ts';
import styles from './today.module.css';

interface FiguresProps {
  readonly figures: TakingsFigures;
  /** The part of the figures that is compared; undefined while there is none. */
  readonly over: TakingsFigures | undefined;
  /** The same part of the previous period; undefined until it is known. */
  readonly before: TakingsFigures | undefined;
  /** The same part of the same day of the previous week. */
  readonly sameDay: TakingsFigures | undefined;
  readonly span: Span;
  readonly isOver: boolean;
}

export function Figures({ figures, over, before, sameDay, span, isOver }: FiguresProps) {
  const { t, format } = useLanguage();
  const changes = (amountOf: (sums: TakingsFigures) => number | undefined) =>
    over !== undefined && (
      <>
        <Change over={over} before={before} than={span} isOver={isOver} amountOf={amountOf} />
        {sameDay !== undefined && (
          <Change over={over} before={sameDay} than="sameDay" isOver={isOver} amountOf={amountOf} />
        )}
      </>
    );
  const figure = (
    name: 'net' | 'vat' | 'average' | 'returns' | 'discounts',
    amountOf: (sums: TakingsFigures) => number | undefined,
  ) => (
    <Figure label={t(`today.figures.${name}`)} value={<Money amount={amountOf(figures)} currency="SAR" />}>
      {changes(amountOf)}
    </Figure>
  );
  return (
    <div className={styles.figures}>
      {figure('net', netSales)}
      <Figure label={t('today.figures.documents')} value={format.count(documentsOf(figures))}>
        {changes(documentsOf)}
      </Figure>
      {figure('average', averageOf)}
      {figure('vat', ({ vatOwed }) => vatOwed)}
      {figure('returns', ({ returns }) => returns.total)}
      {figure('discounts', ({ discounts }) => discounts)}
    </div>
  );
}

const documentsOf = ({ sales, debitNotes, advances, returns }: TakingsFigures) =>
  sumHalalas([sales, debitNotes, advances, returns].map(({ count }) => count));
/** Returns the average sale in whole halalas; undefined if there are no sales. */
const averageOf = ({ sales: { count, total } }: TakingsFigures) =>
  count > 0 ? Math.round(total / count) : undefined;

function Figure({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <span className={common.soft}>{label}</span>
      <span className={styles.value}>{value}</span>
      {children}
    </div>
  );
}

interface ChangeProps {
  readonly over: TakingsFigures;
  readonly before: TakingsFigures | undefined;
  readonly than: Span | 'sameDay';
  readonly isOver: boolean;
  amountOf(sums: TakingsFigures): number | undefined;
}

function Change({ over, before, than, isOver, amountOf }: ChangeProps) {
  const { t, format } = useLanguage();
  const was = before && amountOf(before);
  const is = amountOf(over);
  if (was === undefined || was === 0 || is === undefined)
    return (
      <span className={common.soft}>{isOver ? t(`today.noneBefore.${than}`) : t('today.noneUntil')}</span>
    );
  return (
    <span className={common.soft}>
      <bdi dir="ltr">{format.change((is - was) / Math.abs(was))}</bdi> {t(`today.than.${than}`)}
    </span>
  );
}
