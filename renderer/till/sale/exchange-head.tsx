import { Button, Flex, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { DraftExchange } from '../../../shared/stored/basket/exchange.ts';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useCart } from '../cart/cart.tsx';

export function ExchangeHead({ exchange: { number, note, back } }: { exchange: DraftExchange }) {
  const { t } = useLanguage();
  const { edit } = useCart();
  const title = t('exchange.title', { number: `\u2068${number}\u2069` });
  return (
    <Flex
      component="section"
      align="start"
      gap="0.75rem"
      mb="1rem"
      p="0.75rem 1rem"
      bg="var(--seal-ground)"
      bdrs="0.375rem"
      aria-label={title}
    >
      <IconArrowsExchange size={26} className={`${common.fixed} ${common.good}`} aria-hidden />
      <Stack align="start" gap="0.5rem" flex={1} miw={0}>
        <Text component="h2" inherit fz="1rem" fw={600}>
          {title}
        </Text>
        <ul className={common.bare}>
          {note.lines.map(({ name, quantity }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a note never change
            <li key={index}>
              <Written text={name} /> × <bdi dir="ltr">{quantity}</bdi>
            </li>
          ))}
        </ul>
        <Button variant="default" onClick={() => edit((now) => ({ ...now, exchange: undefined }))}>
          {t('exchange.leave')}
        </Button>
      </Stack>
      <Text span inherit fz="1.125rem" fw={600} className={common.nowrap}>
        <Money amount={-back} />
      </Text>
    </Flex>
  );
}
