import { IconUserCheck } from '@tabler/icons-react';
import { useLanguage } from '../../../ui/language/language.tsx';
import { hashOf } from '../../../ui/page/route.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './approval-notice.module.css';

/**
 * A notice for managers, on every screen, that an app waits for an answer. It uses an empty part of the rail, so that
 * it appears without moving anything.
 */
export function ApprovalNotice() {
  const { t } = useLanguage();
  const waiting = useTerminalQuery('integration.approvals', {}).data?.approvals.length ?? 0;
  return (
    <div role="status">
      {waiting > 0 && (
        <a
          className={styles.notice}
          href={hashOf({ screen: 'settings', page: 'integrations', section: 'approvals' })}
          aria-label={`${t('integrations.approvals.short')}: ${t('integrations.approvals.notice')}`}
        >
          <IconUserCheck size={26} stroke={1.75} aria-hidden />
          {t('integrations.approvals.short')}
        </a>
      )}
    </div>
  );
}
