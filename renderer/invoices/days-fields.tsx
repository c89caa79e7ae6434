import { DayField } from '../components/day-field.tsx';
import { useLanguage } from '../language/language.tsx';
import type { Period } from '../language/period.ts';

interface DaysFieldsProps {
  /** The prefix of the ids of the fields. */
  readonly id: string;
  readonly days: Period;
  onDays(days: Period): void;
}

/** The fields of the first and the last day of a period. */
export function DaysFields({ id, days, onDays }: DaysFieldsProps) {
  const { t } = useLanguage();
  return (['from', 'to'] as const).map((name) => (
    <DayField
      key={name}
      id={`${id}-${name}`}
      label={t(`search.${name}`)}
      value={days[name]}
      error={undefined}
      onText={(text) => onDays({ ...days, [name]: text })}
    />
  ));
}
