import { Box, Button, Flex, Text } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import common from '../../ui/components/common.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import { Reasons } from './reasons.tsx';
import { useInvoice } from './use-invoice.ts';

interface CorrectionHeadProps {
  readonly correction: NonNullable<Draft['correction']>;
  readonly onLeave: () => void;
}

export function CorrectionHead({ correction: { uuid, number }, onLeave }: CorrectionHeadProps) {
  const { t } = useLanguage();
  const invoice = useInvoice(uuid);
  return (
    <Flex
      component="section"
      gap="0.75rem"
      mb="1rem"
      me="0.5rem"
      p="0.875rem 1rem"
      bg="var(--amber-ground)"
      bdrs="0.375rem"
      aria-label={t('correct.title', { number })}
    >
      <IconPencilExclamation
        size={26}
        className={`${common.tone} ${common.fixed}`}
        data-tone="amber"
        aria-hidden
      />
      <Box flex={1} miw={0}>
        <Text component="h2" inherit fz="1.125rem" fw={600} lh={1.5} c="var(--amber)">
          {t('correct.title', { number: `\u2068${number}\u2069` })}
        </Text>
        {invoice && <Reasons invoice={invoice} />}
        <Text inherit mt="0.375rem" lh={1.5} c="dimmed">
          {t('correct.lead')}
        </Text>
        <div className={common.actions}>
          <Button variant="default" onClick={onLeave}>
            {t('correct.leave')}
          </Button>
          <Button variant="subtle" color="gray" component="a" href={hashOf({ screen: 'invoice', uuid })}>
            {t('correct.toOriginal')}
          </Button>
        </div>
      </Box>
    </Flex>
  );
}
