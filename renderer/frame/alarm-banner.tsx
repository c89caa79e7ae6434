import { IconAlertOctagonFilled, IconAlertTriangleFilled } from '@tabler/icons-react';
import type { Alarm } from '../../shared/alarm.ts';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { describeAlarm } from '../../shared/words/alarms.ts';
import { useLanguage } from '../language.tsx';
import { hashOf, type Route } from '../route.ts';
import styles from './alarm-banner.module.css';

/** The gravest of what a person must know now, with the way to what mends it; amber ones are a manager's. */
export function AlarmBanner({ status: { alarms, role } }: { status: TerminalStatus }) {
  const { t, language, format } = useLanguage();
  const isManager = role === 'manager';
  const shown = alarms.filter(({ level }) => isManager || (role === 'cashier' && level === 'red'));
  const [first] = shown;
  if (first === undefined) return null;
  const { says, advice } = describeAlarm(first, language);
  const Icon = first.level === 'red' ? IconAlertOctagonFilled : IconAlertTriangleFilled;
  return (
    <div className={styles.banner} data-level={first.level} role={first.level === 'red' ? 'alert' : 'status'}>
      <Icon size={22} className={styles.icon} aria-hidden />
      <p className={styles.text}>
        <strong>{says}</strong> {isManager ? advice : t('alarm.tellManager')}
      </p>
      {shown.length > 1 && (
        <span>{t('alarm.more', { count: shown.length - 1, shown: format.count(shown.length - 1) })}</span>
      )}
      {isManager && (
        <a className={styles.way} href={hashOf(placeOf(first))}>
          {t('alarm.look')}
        </a>
      )}
    </div>
  );
}

/** Where a person sees more of it, or mends it. */
function placeOf(alarm: Alarm): Route {
  const isOfCredential = alarm.kind === 'refusals' || (alarm.kind === 'held' && alarm.why === 'credential');
  return isOfCredential ? { screen: 'settings', page: 'certificate' } : { screen: 'invoices' };
}
