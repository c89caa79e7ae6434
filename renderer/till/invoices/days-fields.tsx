import { DayField } from '../../ui/components/forms/day-field.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import type { Period } from '../../ui/language/period.ts';

export function DaysFields({ id, days, onDays }: { id: string; days: Period; onDays(days: Period): void }) {
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
