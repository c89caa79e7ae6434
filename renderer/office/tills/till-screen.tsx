import { alarmKey } from '../../../shared/alarm.ts';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { isSilent, tillStateOf, toneOf } from '../../../shared/office/till-state.ts';
import { describeAlarm } from '../../../shared/words/alarms.ts';
import common from '../../ui/components/common.module.css';
import { Fact } from '../../ui/components/fact.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import list from '../../ui/components/tables/list.module.css';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { pollIntervalMs, useOfficeQuery } from '../office.ts';
import { OfficePage } from '../parts/office-page.tsx';
import { may, usePerson } from '../parts/use-person.ts';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';
import { TillOrders } from './till-orders.tsx';

export function TillScreen({ device }: { device: number }) {
  const { t } = useOfficeWords();
  const { data, error } = useOfficeQuery('till.get', { device }, { every: pollIntervalMs });
  return (
    <OfficePage
      back={
        <a className={common.link} href={addressOf({ screen: 'tills' })}>
          {t('till.back')}
        </a>
      }
      error={error}
    >
      {data !== undefined && <Till detail={data} />}
    </OfficePage>
  );
}

function Till({ detail }: { detail: OfficeOutput<'till.get'> }) {
  const { t, when } = useOfficeWords();
  const person = usePerson();
  const { till, now, wrongAt, refusedAt } = detail;
  const state = tillStateOf(till, Date.parse(now));
  const silentSince = isSilent(till, Date.parse(now)) ? till.lastContact : null;
  return (
    <>
      <h2>
        <Written text={till.name} />
      </h2>
      <StateMark tone={toneOf[state]}>{t(`states.${state}`)}</StateMark>
      {till.refused !== null && (
        <Note tone="red">
          {t(`refusals.${till.refused}`)} {refusedAt !== null && <bdi>({when(refusedAt, now)})</bdi>}
        </Note>
      )}
      {wrongAt !== null && <Note tone="red">{t('till.stampWrong', { icv: wrongAt })}</Note>}
      {silentSince !== null && (
        <Note tone="amber">{t('tills.unknownSince', { time: when(silentSince, now) })}</Note>
      )}
      <StolenSteps detail={detail} />
      <Facts detail={detail} />
      {may(person, 'order.list') && till.enrolledAt !== null && <TillOrders till={till} />}
      <h3>{t('till.history')}</h3>
      <History detail={detail} />
    </>
  );
}

function Facts({ detail }: { detail: OfficeOutput<'till.get'> }) {
  const { t, when } = useOfficeWords();
  const { format, words, language } = useLanguage();
  const { till, now, hash, serial, ledger, verified, alarms } = detail;
  const { status } = till;
  const at = (instant: string | null) => (instant === null ? t('tills.never') : when(instant, now));
  const isOld = status === null || isSilent(till, Date.parse(now));
  const open = status === null ? '' : format.count(status.waiting + status.parked);
  const lastKnownDue = ({ at: since, nearestDeadline }: NonNullable<typeof status>) => {
    const unknown = t('tills.unknownSince', { time: when(since, now) });
    return nearestDeadline === null
      ? unknown
      : `${unknown} · ${t('tills.lastDue', { time: when(nearestDeadline, now) })}`;
  };
  return (
    <>
      <h3>{t('till.about')}</h3>
      <dl className={forms.facts}>
        <Fact name={t('tills.contact')}>{at(till.lastContact)}</Fact>
        <Fact name={t('tills.complete')}>
          {at(till.completeThrough)}
          {till.missing > 0 && ` · ${t('till.missing', { count: till.missing })}`}
        </Fact>
        <Fact name={t('tills.waiting')}>
          {status === null
            ? t('tills.unknown')
            : isOld
              ? `${t('tills.unknownSince', { time: when(status.at, now) })} · ${t('tills.lastKnown', { shown: open })}`
              : open}
        </Fact>
        <Fact name={t('tills.deadline')}>
          {status === null
            ? t('tills.unknown')
            : isOld
              ? lastKnownDue(status)
              : status.nearestDeadline === null
                ? t('tills.none')
                : when(status.nearestDeadline, now)}
        </Fact>
        <Fact name={t('till.head')}>
          {hash === null || till.documents === 0 ? (
            t('tills.none')
          ) : (
            <bdi dir="ltr" className={forms.mono}>
              {`${format.count(till.documents)} · ${hash}`}
            </bdi>
          )}
        </Fact>
        <Fact name={t('till.verified')}>
          {t('till.verifiedValue', {
            verified: format.count(verified),
            all: format.count(till.documents),
          })}
        </Fact>
        {status !== null && (
          <>
            <Fact name={t('tills.certificate')}>
              {status.certificateUntil === null ? t('tills.none') : format.date(status.certificateUntil)}
            </Fact>
            <Fact name={t('till.environment')}>{words.environments[status.environment]}</Fact>
            <Fact name={t('till.clock')}>
              <ClockOf skew={status.skewSeconds} />
            </Fact>
            <Fact name={t('tills.version')} code={status.version} />
          </>
        )}
        <Fact name={t('till.itsAlarms')}>
          {alarms.length === 0 ? (
            t('tills.none')
          ) : (
            <ul className={common.bare}>
              {alarms.map((alarm) => (
                <li key={'since' in alarm ? alarmKey(alarm) : alarm.kind}>
                  {'since' in alarm ? (
                    <>
                      {describeAlarm(alarm, language).says}{' '}
                      <span className={list.soft}>{when(alarm.since, now)}</span>
                    </>
                  ) : (
                    <bdi dir="ltr">{alarm.kind}</bdi>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={t('till.serial')} code={serial ?? '–'} />
        <Fact name={t('till.ledger')} code={ledger ?? '–'} />
      </dl>
    </>
  );
}

function ClockOf({ skew }: { skew: number | null }) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  if (skew === null) return t('tills.unknown');
  if (Math.abs(skew) < 60) return t('till.clockRight');
  const seconds = format.count(Math.abs(skew));
  return t(skew > 0 ? 'till.clockAhead' : 'till.clockBehind', { seconds });
}

function History({ detail: { lines } }: { detail: OfficeOutput<'till.get'> }) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  if (lines.length === 0) return <p>{t('till.noHistory')}</p>;
  return (
    <ul className={list.list}>
      {lines.map(({ kind, id, at, what, who, icv }) => (
        <li key={`${kind}-${id}-${at}`} className={list.row}>
          <span className={list.soft}>{format.dateTime(at)}</span>
          <span className={list.main}>
            <span className={list.strong}>
              <bdi dir="ltr">{what}</bdi>
            </span>
            {icv !== null && <span className={list.soft}>{t('till.document', { icv })}</span>}
          </span>
          <span className={list.end}>
            {t(`till.kinds.${kind}`)}
            {who !== null && (
              <span className={list.soft}>
                <Written text={who} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function StolenSteps({ detail }: { detail: OfficeOutput<'till.get'> }) {
  const { t, when } = useOfficeWords();
  const { format } = useLanguage();
  const { till, now, serial, stolenAt } = detail;
  const { status } = till;
  if (stolenAt === null) return null;
  return (
    <section>
      <h3>{t('stolen.title', { time: when(stolenAt, now) })}</h3>
      <p>{t('stolen.lead')}</p>
      <ol>
        <li>{t('stolen.find', { serial: serial ?? '–' })}</li>
        <li>{t('stolen.revoke')}</li>
        <li>{t('stolen.note')}</li>
      </ol>
      <p>{t('stolen.ends', { icv: till.documents })}</p>
      {status !== null && (
        <p>
          {t('stolen.waited', {
            shown: format.count(status.waiting + status.parked),
            time: when(status.at, now),
          })}
        </p>
      )}
    </section>
  );
}
