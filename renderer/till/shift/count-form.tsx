import { Box, Text } from '@mantine/core';
import { denominations } from '../../../shared/contract/till/shifts.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './count-form.module.css';
import { countField, nextCount } from './padded-fields.ts';

/** The typed pieces of each denomination, by its value. */
export type Counts = Readonly<Record<number, string>>;

export const noCounts: Counts = {};

/** Returns the counted cash; undefined until something was entered, or while an entry is not a number. */
export function countOf(counts: Counts): readonly { value: number; count: number }[] | undefined {
  const entered = denominations.flatMap((value) => {
    const text = withLatinNumbers(counts[value] ?? '').trim();
    return text === '' ? [] : [{ value, text }];
  });
  if (entered.length === 0 || entered.some(({ text }) => !/^\d{1,5}$/.test(text))) return undefined;
  return entered.map(({ value, text }) => ({ value, count: Number(text) }));
}

export function CountForm({ counts, onChange }: { counts: Counts; onChange(counts: Counts): void }) {
  const { t, format } = useLanguage();
  const nameOf = (value: number) => `${format.money(value)} ${format.currency('SAR')}`;
  return (
    <section>
      <Box component="h3" m="0 0 0.25rem" fz="lg" fw={600}>
        {t('shift.count')}
      </Box>
      <Text inherit c="dimmed" mb="sm">
        {t('shift.countText')}
      </Text>
      <div className={styles.grid}>
        {denominations.map((value) => (
          <div key={value} className={styles.row}>
            <Box component="bdi" dir="ltr" ta="right">
              {format.money(value)}
            </Box>
            <span aria-hidden>×</span>
            <Field
              id={countField(value)}
              amount
              inputMode="numeric"
              aria-label={t('shift.pieces', { value: nameOf(value) })}
              value={counts[value] ?? ''}
              error={undefined}
              onText={(text) => onChange({ ...counts, [value]: text })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                nextCount(countField(value))?.focus();
              }}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
