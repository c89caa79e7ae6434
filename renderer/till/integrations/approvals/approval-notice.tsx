import { IconUserCheck } from '@tabler/icons-react';
import { useLanguage } from '../../../ui/language/language.tsx';
import { hashOf } from '../../../ui/page/route.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './approval-notice.module.css';

/**
 * A notice on every screen that an app waits for a manager's answer. It uses an empty part of the rail, so that it
 * appears without moving anything.
 */
export function ApprovalNotice({ isManager }: { isManager: boolean }) {
  const { t } = useLanguage();
  const waiting = useTerminalQuery('integration.waiting', {}).data?.apps.length ?? 0;
  const short = t(isManager ? 'integrations.approvals.short' : 'integrations.approvals.asksShort');
  return (
    <div role="status">
      {waiting > 0 && (
        <a
          className={styles.notice}
          href={hashOf({ screen: 'settings', page: 'integrations', section: 'approvals' })}
          aria-label={`${short}: ${t('integrations.approvals.notice')}`}
        >
          <IconUserCheck size={26} stroke={1.75} aria-hidden />
          {short}
        </a>
      )}
    </div>
  );
}
