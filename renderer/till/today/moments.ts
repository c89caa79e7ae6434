import type { TakingsReport } from '../../../shared/contract/till/takings.ts';
import type { Format } from '../../ui/language/format.ts';
import { type Period, plusDays } from '../../ui/language/period.ts';

export interface Moment {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  readonly count: number;
  readonly amount: number;
  /**
   * The amounts of the same hour, or of the day in the same position, in the periods used for comparison; undefined if
   * such a period has no such day.
   */
  readonly earlier: readonly (number | undefined)[];
}

export interface Compared {
  readonly name: string;
  readonly period: Period;
  readonly taken: TakingsReport;
}

/** Returns the hours with takings now or earlier, and those between them. */
export function hoursOf(taken: TakingsReport, compared: readonly Compared[]): Moment[] {
  const all = [taken, ...compared.map((one) => one.taken)].flatMap(({ hours }) =>
    hours.map(({ hour }) => hour),
  );
  if (all.length === 0) return [];
  const first = Math.min(...all);
  const of = ({ hours }: TakingsReport, hour: number) => hours.find((one) => one.hour === hour);
  return Array.from({ length: Math.max(...all) - first + 1 }, (_, index) => {
    const hour = first + index;
    const label = `${String(hour).padStart(2, '0')}:00`;
    return {
      ...{ key: String(hour), label, title: label },
      count: of(taken, hour)?.count ?? 0,
      amount: of(taken, hour)?.total ?? 0,
      earlier: compared.map((one) => of(one.taken, hour)?.total ?? 0),
    };
  });
}

/** Returns the days of a period; none if there are no takings, now or earlier. */
export function daysOf(
  taken: TakingsReport,
  period: Period,
  compared: readonly Compared[],
  format: Pick<Format, 'date' | 'dayAndMonth'>,
): Moment[] {
  const moments: Moment[] = [];
  for (let index = 0, day = period.from; day <= period.to; index += 1, day = plusDays(day, 1)) {
    const takings = taken.days.find((one) => one.day === day);
    const noon = `${day}T12:00:00Z`;
    moments.push({
      ...{ key: day, label: format.dayAndMonth(noon), title: format.date(noon) },
      count: takings?.count ?? 0,
      amount: takings?.total ?? 0,
      earlier: compared.map((one) => {
        const same = plusDays(one.period.from, index);
        if (same > one.period.to) return undefined;
        return one.taken.days.find((other) => other.day === same)?.total ?? 0;
      }),
    });
  }
  return moments.some(hasAny) ? moments : [];
}

export const hasAny = ({ count, earlier }: Moment): boolean =>
  count > 0 || earlier.some((amount) => amount !== undefined && amount !== 0);
