import { Flex } from '@mantine/core';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
} from 'recharts';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { looks } from './chart-style.ts';
import styles from './charts.module.css';
import type { Compared, Moment } from './moments.ts';

const still = { type: 'linear', dot: false, activeDot: false, isAnimationActive: false } as const;

export interface TimeChartProps {
  readonly moments: readonly Moment[];
  readonly name: string;
  readonly compared: readonly Compared[];
}

/** The columns of takings, with a line for each earlier period; the axis begins on the side on which reading begins. */
export function TimeChart({ moments, name, compared }: TimeChartProps) {
  const { format, language } = useLanguage();
  const isMirrored = language === 'ar';
  const data = moments.map(({ key, label, amount, earlier }) => ({
    ...{ key, label, amount: amount / 100 },
    ...Object.fromEntries(
      earlier.map((one, index) => [`earlier${index}`, one === undefined ? null : one / 100]),
    ),
  }));
  return (
    <ComposedChart
      responsive
      style={{ inlineSize: '100%', blockSize: '100%' }}
      data={data}
      margin={{ top: 8, right: 24, bottom: 0, left: 24 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <TimeAxis labels={data.map(({ label }) => label)} isMirrored={isMirrored} />
      <YAxis
        orientation={isMirrored ? 'right' : 'left'}
        width="auto"
        tickLine={false}
        axisLine={false}
        tick={{ fill: 'var(--ink-soft)' }}
        tickFormatter={(amount: number) => format.count(amount)}
        interval={0}
      />
      <ReferenceLine y={0} stroke="var(--line-strong)" />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--line-strong)' }}
        content={<Moments moments={moments} name={name} compared={compared} />}
      />
      <Bar dataKey="amount" fill="var(--seal)" radius={2} maxBarSize={48} isAnimationActive={false} />
      {compared.map((one, index) => (
        <Line
          key={`${one.name} below`}
          dataKey={`earlier${index}`}
          stroke="var(--ground)"
          strokeWidth={6}
          {...still}
        />
      ))}
      {compared.map((one, index) => (
        <Line key={one.name} dataKey={`earlier${index}`} strokeWidth={2} {...looks[index]} {...still} />
      ))}
    </ComposedChart>
  );
}

/** The largest width of a letter on an axis, and of the space between two labels, in pixels. */
const letter = 9.5;
const space = 12;

/** The axis of hours or days, with as many labels as fit; the library would lay out the page to measure each. */
function TimeAxis({ labels, isMirrored }: { labels: readonly string[]; isMirrored: boolean }) {
  const longest = Math.max(...labels.map(({ length }) => length)) * letter + space;
  const most = Math.max(1, Math.floor((usePlotArea()?.width ?? 0) / longest));
  return (
    <XAxis
      dataKey="label"
      reversed={isMirrored}
      tickLine={false}
      axisLine={false}
      tick={{ fill: 'var(--ink-soft)' }}
      interval={Math.ceil(labels.length / most) - 1}
    />
  );
}

interface Pointed {
  readonly active?: boolean;
  readonly label?: string | number;
}

function Moments({ moments, name, compared, active, label }: TimeChartProps & Pointed) {
  const { language } = useLanguage();
  const moment = active === true ? moments.find((one) => one.label === label) : undefined;
  if (moment === undefined) return null;
  const rows = [
    { name, amount: moment.amount },
    ...compared.map((one, index) => ({ name: one.name, amount: moment.earlier[index] })),
  ];
  return (
    <div className={styles.tip} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <strong>{moment.title}</strong>
      {rows.map((row) => (
        <Flex component="span" key={row.name} justify="space-between" gap="1.5rem">
          <span>{row.name}</span>
          <Money amount={row.amount} currency="SAR" />
        </Flex>
      ))}
    </div>
  );
}
