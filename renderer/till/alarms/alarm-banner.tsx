import { Box, UnstyledButton } from '@mantine/core';
import { IconAlertOctagonFilled, IconAlertTriangleFilled, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import common from '../../ui/components/common.module.css';
import banner from '../../ui/components/marks/banner-line.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { useRoute } from '../../ui/page/route.ts';
import styles from './alarm-banner.module.css';
import { FixAction } from './fix-action.tsx';
import { type Notice, noticesOf } from './notices.ts';
import { usePointerIdle } from './use-pointer-idle.ts';

/**
 * The alarms to show, the most severe in one line and the others on demand. Everybody sees them, because many shops
 * have no manager at the till; only a manager gets the actions that resolve them.
 */
export function AlarmBanner({ status }: { status: TerminalStatus }) {
  const { t, language, format } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const isManager = status.role === 'manager';
  const alarms = usePointerIdle(status.alarms);
  const { screen } = useRoute();
  // A refused ledger has its own screen in place of the till, so the banner does not repeat it there.
  const isTill = status.role !== 'nobody' && !['invoices', 'invoice', 'settings'].includes(screen);
  const told = alarms.filter(({ kind }) => kind !== 'ledger' || !isTill);
  const notices = noticesOf(told, isManager, language);
  const [first, ...others] = notices;
  // The page of the day lists all alarms, so the banner is not needed there.
  if (first === undefined || (isManager && screen === 'today')) return null;
  const count = others.length;
  return (
    <section className={styles.alarms} aria-label={t('alarm.title')}>
      <Line notice={first} isManager={isManager}>
        {count > 0 && (
          <UnstyledButton className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('alarm.showOne') : t('alarm.more', { count, shown: format.count(count) })}
            <IconChevronDown size={20} className={common.chevron} aria-hidden />
          </UnstyledButton>
        )}
      </Line>
      {isOpen && count > 0 && (
        <div className={styles.others}>
          {others.map((notice) => (
            <Line key={notice.key} notice={notice} isManager={isManager} />
          ))}
        </div>
      )}
    </section>
  );
}

interface LineProps {
  readonly notice: Notice;
  readonly isManager: boolean;
  readonly children?: ReactNode;
}

function Line({ notice: { level, says, advice, fix, forCashier }, isManager, children }: LineProps) {
  const { t } = useLanguage();
  const Icon = level === 'red' ? IconAlertOctagonFilled : IconAlertTriangleFilled;
  return (
    <div
      className={`${banner.line} ${styles.line}`}
      data-level={level}
      role={level === 'red' ? 'alert' : 'status'}
    >
      <Icon size={22} className={common.fixed} aria-hidden />
      <Box component="p" flex={1} my="0.25rem">
        <strong>{says}</strong> {isManager || forCashier ? advice : t('alarm.callManager')}
      </Box>
      <div className={styles.actions}>
        {children}
        {isManager && fix !== undefined && <FixAction fix={fix} />}
      </div>
    </div>
  );
}
