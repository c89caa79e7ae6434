import { Flex } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PolicyField } from '../../../shared/contract/terminal/policy.ts';
import { useLanguage } from '../language/language.tsx';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import styles from './by-policy.module.css';

/** Shows its content, which is read-only if the administrator of this machine has set it. */
export function ByPolicy({ field, children }: { field: PolicyField; children: ReactNode }) {
  const { t } = useLanguage();
  const fields = useTerminalQuery('policy.get', {}).data?.fields;
  if (fields?.includes(field) !== true) return children;
  return (
    <fieldset disabled className={styles.fixed}>
      <Flex component="legend" align="center" gap="0.5rem" px="0.5rem" fw={600} c="dimmed">
        <IconLock size={20} aria-hidden />
        {t('settings.byPolicy')}
      </Flex>
      {children}
    </fieldset>
  );
}
