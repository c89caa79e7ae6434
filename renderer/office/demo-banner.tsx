import { Box, Flex, Stack } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOfficeQuery } from './office.ts';
import { useOfficeWords } from './use-office-words.ts';

export function DemoBanner({ children }: { children: ReactNode }) {
  const { t } = useOfficeWords();
  const { data } = useOfficeQuery('session.get', {});
  if (data?.isDemo !== true) return children;
  return (
    <Stack gap={0} h="100%">
      <Flex
        align="center"
        gap="0.5rem"
        p="0.375rem 1rem"
        fw={500}
        lh={1.5}
        c="var(--environment-ink)"
        bg="var(--environment)"
        role="note"
        data-environment="training"
      >
        <IconFlask size={20} aria-hidden />
        {t('demo')}
      </Flex>
      <Box flex={1} mih={0}>
        {children}
      </Box>
    </Stack>
  );
}
