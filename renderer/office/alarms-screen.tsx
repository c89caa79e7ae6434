import type { OfficeAlarm } from '../../shared/office/alarms.ts';
import common from '../ui/components/common.module.css';
import { StateMark, type Tone } from '../ui/components/marks/state-mark.tsx';
import list from '../ui/components/tables/list.module.css';
import { Written } from '../ui/components/written.tsx';
import { NoticeRecipients } from './notice-recipients.tsx';
import { pollIntervalMs, useOfficeQuery } from './office.ts';
import { OfficePage } from './parts/office-page.tsx';
import { may, usePerson } from './parts/use-person.ts';
import { addressOf } from './route.ts';
import { useOfficeWords } from './use-office-words.ts';

export function AlarmsScreen() {
  const { t } = useOfficeWords();
  const person = usePerson();
  const { data, error } = useOfficeQuery('alarm.list', {}, { every: pollIntervalMs });
  return (
    <OfficePage title={t('screens.alarms')} lead={t('alarms.lead')} error={error}>
      {data !== undefined && (
        <>
          <h3>{t('alarms.present')}</h3>
          {data.present.length === 0 && <p role="status">{t('alarms.none')}</p>}
          <Alarms alarms={data.present} now={data.now} />
          {data.ended.length > 0 && <h3>{t('alarms.past')}</h3>}
          <Alarms alarms={data.ended} now={data.now} />
        </>
      )}
      {may(person, 'notice.list') && <NoticeRecipients />}
    </OfficePage>
  );
}

const red = ['refused', 'stamp', 'overdue', 'unready', 'deadline'];

/** An ended alarm has a neutral tone. */
const toneOf = ({ cause, endedAt }: OfficeAlarm): Tone =>
  endedAt !== null ? 'off' : red.includes(cause) ? 'red' : 'amber';

function Alarms({ alarms, now }: { alarms: readonly OfficeAlarm[]; now: string }) {
  const { t, when } = useOfficeWords();
  return (
    <ul className={list.list}>
      {alarms.map((alarm) => (
        <li key={alarm.id} className={list.row}>
          <Whose alarm={alarm} />
          <span className={list.main}>
            <StateMark tone={toneOf(alarm)}>{t(`alarms.causes.${alarm.cause}`)}</StateMark>
            {alarm.branch !== null && (
              <span className={list.soft}>
                <Written text={alarm.branch} />
              </span>
            )}
          </span>
          <span className={list.end}>
            {t('alarms.since', { time: when(alarm.since, now) })}
            {alarm.endedAt !== null && (
              <span className={list.soft}>{t('alarms.ended', { time: when(alarm.endedAt, now) })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Whose({ alarm: { device, till, vatNumber } }: { alarm: OfficeAlarm }) {
  const { t } = useOfficeWords();
  const person = usePerson();
  if (device !== null)
    return (
      <a className={common.link} href={addressOf({ screen: 'till', device })}>
        <Written text={till} />
      </a>
    );
  const name = t('alarms.taxpayer', { vat: vatNumber });
  if (!may(person, 'archive.list')) return <span className={list.strong}>{name}</span>;
  return (
    <a className={common.link} href={addressOf({ screen: 'archive' })}>
      {name}
    </a>
  );
}
