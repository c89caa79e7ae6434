import type { Alarm } from '../../shared/alarm.ts';
import { FixAction } from '../alarms/fix-action.tsx';
import { noticesOf } from '../alarms/notices.ts';
import { StateMark } from '../components/state-mark.tsx';
import { useLanguage } from '../language/language.tsx';
import styles from './today.module.css';

/** Everything that a manager should see to, each with the button that mends it. */
export function NeedsYou({ alarms }: { alarms: readonly Alarm[] }) {
  const { t, language } = useLanguage();
  const notices = noticesOf(alarms, true, language);
  return (
    <section className={styles.needs} aria-labelledby="needs-you">
      <h2 id="needs-you">{t('today.needsYou')}</h2>
      {notices.length === 0 && <StateMark tone="good">{t('today.nothing')}</StateMark>}
      <ul className={styles.notices}>
        {notices.map(({ key, level, says, advice, mend }) => (
          <li key={key} className={styles.notice} data-level={level}>
            <p role={level === 'red' ? 'alert' : undefined}>
              <strong>{says}</strong> {advice}
            </p>
            {mend !== undefined && <FixAction mend={mend} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
