import { Box, Flex, Text } from '@mantine/core';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { takenAmount } from '../../ui/components/taken-amount.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useCart } from '../cart/cart.tsx';
import { currencyOf } from '../cart/draft.ts';
import type { Card } from './use-card.ts';

interface CardStepProps {
  readonly card: Card;
  readonly isBack: boolean;
}

const groupOf = (isBack: boolean) => (isBack ? 'pay.refund' : 'pay.card');

export function CardStep({ card, isBack }: CardStepProps) {
  const { t } = useLanguage();
  const of = groupOf(isBack);
  const { draft } = useCart();
  const state = card.asked === undefined ? card.open?.state : undefined;
  const isUnknown = state === 'unknown' || state === 'differs';
  return (
    <Flex component="section" direction="column" gap="md" maw="34rem">
      <div role="status">
        <Text component="h2" fw={700} fz="1.5rem" lh={1.4} {...(isUnknown && { c: 'var(--amber)' })}>
          {t(`${of}.${state === 'differs' ? 'differs' : isUnknown ? 'unknown' : 'follow'}`)}
        </Text>
        <Box component="p" my="0.5rem 1rem" fz="3.25rem" fw={600} lh={1.2}>
          <Money amount={card.asked ?? card.open?.amount} currency={currencyOf(draft)} />
        </Box>
        <Text inherit lh={1.6}>
          {state === 'differs'
            ? t(`${of}.differsText`, { taken: takenAmount(card.open ?? {}) })
            : t(`${of}.${isUnknown ? 'unknownText' : 'followText'}`)}
        </Text>
      </div>
      <FailureNote of={card.failure} />
    </Flex>
  );
}

export function CardRefused({ card: { refused, failure }, isBack }: CardStepProps) {
  const { t } = useLanguage();
  // An interrupted question may have an outcome by now, which takes precedence.
  const isFailure = failure !== undefined && (refused === undefined || failure.code === 'no-card-terminal');
  if (isFailure) return <FailureNote of={failure} />;
  if (refused === undefined) return null;
  const isDeclined = refused.state === 'declined';
  return (
    <Note tone={isDeclined ? 'red' : 'amber'}>
      {t(`${groupOf(isBack)}.${isDeclined ? 'declined' : 'cancelled'}`)}
      {isDeclined && refused.says !== undefined && (
        <Box component="p" my="0.25rem 0">
          {t('pay.card.says')} <bdi dir="ltr">{refused.says}</bdi>
        </Box>
      )}
    </Note>
  );
}

export function CardPaid({ card: { paid }, isBack }: CardStepProps) {
  const { t, format } = useLanguage();
  const { draft } = useCart();
  if (paid.length === 0) return null;
  const of = groupOf(isBack);
  const amount = paid.reduce((sum, one) => sum + one.amount, 0);
  return (
    <Note tone="amber">
      <strong>
        {t(`${of}.paid`, { amount: `${format.money(amount)} ${format.currency(currencyOf(draft))}` })}
      </strong>
      <Box component="p" my="0.25rem 0">
        {t(`${of}.locked`)}
      </Box>
    </Note>
  );
}
