import { Box, Flex } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PolicyField } from '../../../shared/contract/terminal/policy.ts';
import { useLanguage } from '../language/language.tsx';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';

/** Shows its content, which is read-only if the administrator of this machine has set it. */
export function ByPolicy({ field, children }: { field: PolicyField; children: ReactNode }) {
  const { t } = useLanguage();
  const fields = useTerminalQuery('policy.get', {}).data?.fields;
  if (fields?.includes(field) !== true) return children;
  return (
    <Box
      component="fieldset"
      disabled
      miw={0}
      m="0 0 1rem"
      p="0.5rem 1rem 1rem"
      bd="1px solid var(--line)"
      bdrs="8px"
    >
      <Flex component="legend" align="center" gap="0.5rem" px="0.5rem" fw={600} c="dimmed">
        <IconLock size={20} aria-hidden />
        {t('settings.byPolicy')}
      </Flex>
      {children}
    </Box>
  );
}
