import { Button } from '@mantine/core';
import { practiceKinds } from '../../../shared/contract/terminal/practice.ts';
import { useLanguage } from '../language/language.tsx';
import { useStatus } from '../terminal/status.tsx';
import { useNow } from '../terminal/use-now.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import forms from './forms/forms.module.css';
import page from './layout/page.module.css';
import { FailureNote } from './marks/failure-note.tsx';
import list from './tables/list.module.css';

/** The faults to practise in training, and those that were requested. */
export function PracticeFaults() {
  const { t, format } = useLanguage();
  const now = useNow(useStatus()?.now);
  const { data } = useTerminalQuery('practice.faults', {});
  const cause = useTerminalCommand('practice.cause');
  const end = useTerminalCommand('practice.end');
  const failure = cause.failure ?? end.failure;
  const faults = (data?.faults ?? []).filter(({ until }) => until === undefined || Date.parse(until) > now);
  return (
    <>
      <p className={page.lead}>{t('practice.lead')}</p>
      <FailureNote of={failure} />
      <div className={forms.buttons}>
        {practiceKinds.map((kind) => (
          <Button key={kind} variant="default" onClick={() => void cause.run({ kind })}>
            {t(`practice.kinds.${kind}`)}
          </Button>
        ))}
      </div>
      {faults.length > 0 && (
        <>
          <ul className={list.list} aria-live="polite">
            {faults.map(({ kind, until }) => (
              <li key={kind} className={list.row}>
                <span className={list.soft}>
                  {until === undefined
                    ? t('practice.forNext')
                    : t('practice.until', { at: format.time(until) })}
                </span>
                <span className={list.strong}>{t(`practice.kinds.${kind}`)}</span>
              </li>
            ))}
          </ul>
          <div className={forms.buttons}>
            <Button onClick={() => void end.run({})}>{t('practice.end')}</Button>
          </div>
        </>
      )}
    </>
  );
}
