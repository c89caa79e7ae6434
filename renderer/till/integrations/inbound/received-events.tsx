import common from '../../../ui/components/common.module.css';
import styles from '../../../ui/components/forms/forms.module.css';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark, type Tone } from '../../../ui/components/marks/state-mark.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { ListFoot, NewerRows } from '../../../ui/components/tables/list-foot.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { hashOf } from '../../../ui/page/route.ts';
import { useList } from '../use-list.ts';

const tones = { received: 'amber', applied: 'good', outdated: 'off', kept: 'off' } as const satisfies Record<
  string,
  Tone
>;

export function ReceivedEvents() {
  const { t, format } = useLanguage();
  const events = useList('inbound.events', {}, ({ id }) => id);
  const { rows, error } = events;
  return (
    <section>
      <h3>{t('integrations.inbound.events')}</h3>
      <ProblemNote of={error} />
      {rows?.length === 0 ? (
        <div className={styles.empty}>
          <p>{t('integrations.inbound.noEvents')}</p>
        </div>
      ) : (
        <>
          <div className={list.tools}>
            <a
              className={common.link}
              href={hashOf({ screen: 'settings', page: 'integrations', section: 'remoteInvoices' })}
            >
              {t('integrations.inbound.toRemoteInvoices')}
            </a>
            <NewerRows list={events} />
          </div>
          <ul className={list.list}>
            {rows?.map((event) => (
              <li key={event.id} className={list.row}>
                <StateMark tone={tones[event.state]}>
                  {t(`integrations.inbound.state.${event.state}`)}
                </StateMark>
                <span className={list.main}>
                  <span className={list.strong}>
                    <bdi dir="ltr">{event.type}</bdi>
                  </span>
                  <span className={list.soft}>
                    <bdi dir="ltr">{event.invoiceUuid ?? event.id}</bdi>
                  </span>
                  <span className={list.soft}>{t(`integrations.inbound.stateText.${event.state}`)}</span>
                </span>
                <span className={list.end}>{format.dateTime(event.receivedAt)}</span>
              </li>
            ))}
          </ul>
          <ListFoot list={events} />
        </>
      )}
    </section>
  );
}
