import { Box, Flex } from '@mantine/core';
import type { Halalas } from '../../shared/money.ts';
import { useLanguage } from '../language/language.tsx';
import common from './common.module.css';

interface MoneyProps {
  /** The amount; while it is undefined, a dash is shown instead. */
  readonly amount: Halalas | undefined;
  readonly currency?: string;
}

/** An amount, always left to right, with digits of equal width. */
export function Money({ amount, currency }: MoneyProps) {
  const { format } = useLanguage();
  const figure = (
    <bdi dir="ltr" className={common.nowrap}>
      {amount === undefined ? '–' : format.money(amount)}
    </bdi>
  );
  if (currency === undefined) return figure;
  return (
    <Flex component="span" display="inline-flex" align="baseline" gap="0.25em">
      {figure}
      <Box component="span" fz="max(1rem, 0.45em)" fw={400} c="dimmed">
        {format.currency(currency)}
      </Box>
    </Flex>
  );
}
