import type { ApiCall } from '../../../../shared/contract/programs/integration.ts';
import styles from '../../../ui/components/forms/forms.module.css';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';

export function ProgramCalls({ id }: { id: string }) {
  const { t } = useLanguage();
  return (
    <Collapsible title={t('integrations.programs.calls')}>
      <p className={styles.hint}>{t('integrations.programs.callsText')}</p>
      <Calls id={id} />
    </Collapsible>
  );
}

function Calls({ id }: { id: string }) {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('integration.clients.calls', { id });
  if (error) return <ProblemNote of={error} />;
  return (
    <>
      {data?.calls.length === 0 && <p className={styles.hint}>{t('integrations.programs.noCalls')}</p>}
      <ul className={list.list}>
        {data?.calls.map((call) => (
          <Call key={call.requestId} call={call} />
        ))}
      </ul>
    </>
  );
}

function Call({ call: { requestId, at, method, path, status, code } }: { call: ApiCall }) {
  const { t, format } = useLanguage();
  const isRefused = status >= 400;
  return (
    <li className={list.row}>
      <StateMark tone={isRefused ? 'red' : 'good'}>
        {t(`integrations.programs.${isRefused ? 'refused' : 'answered'}`)}{' '}
        <bdi dir="ltr">{String(status)}</bdi>
      </StateMark>
      <span className={list.main}>
        <span className={list.strong}>
          <bdi dir="ltr">
            {method} {path}
          </bdi>
        </span>
        {code !== undefined && (
          <span className={list.soft}>
            <bdi dir="ltr">{code}</bdi>
          </span>
        )}
        <span className={list.soft}>
          <bdi dir="ltr">{requestId}</bdi>
        </span>
      </span>
      <span className={list.end}>{format.dateTime(at)}</span>
    </li>
  );
}
