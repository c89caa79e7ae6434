import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DropFolderStatus, RefusedFile } from '../../../../shared/contract/programs/integration.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import styles from '../../../ui/components/forms/forms.module.css';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';

export function FolderStatus({ today, lookedAt }: DropFolderStatus) {
  const { t, format } = useLanguage();
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('integrations.folder.issuedToday')}</dt>
        <dd>{format.count(today.issued)}</dd>
      </div>
      <div>
        <dt>{t('integrations.folder.refusedToday')}</dt>
        <dd>{format.count(today.refused)}</dd>
      </div>
      <div>
        <dt>{t('integrations.folder.lookedAt')}</dt>
        <dd>{lookedAt === undefined ? t('integrations.folder.notYet') : format.dateTime(lookedAt)}</dd>
      </div>
    </dl>
  );
}

export function RefusedFiles({ last }: { last: RefusedFile }) {
  const { t } = useLanguage();
  const [all, setAll] = useState(false);
  return (
    <section>
      <h3>{t(`integrations.folder.${all ? 'refusedFiles' : 'refusedLast'}`)}</h3>
      {all ? (
        <LastRefused />
      ) : (
        <ul className={list.list}>
          <Refused file={last} />
        </ul>
      )}
      <div className={styles.buttons}>
        <Button variant="default" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(`integrations.folder.${all ? 'showLast' : 'showRefused'}`)}
        </Button>
      </div>
    </section>
  );
}

function LastRefused() {
  const { data, error } = useTerminalQuery('integration.dropFolder.refused', {});
  if (error) return <ProblemNote of={error} />;
  return (
    <ul className={list.list}>
      {data?.files.map((file) => (
        <Refused key={`${file.keptAs} ${file.at}`} file={file} />
      ))}
    </ul>
  );
}

function Refused({ file: { name, keptAs, at, failure } }: { file: RefusedFile }) {
  const { t, language, format } = useLanguage();
  return (
    <li className={list.row}>
      <StateMark tone="amber">{t('integrations.folder.isRefused')}</StateMark>
      <span className={list.main}>
        <span className={list.strong}>
          <bdi dir="ltr">{name}</bdi>
        </span>
        <span className={list.soft}>{describeFailure(failure, language)}</span>
        <span className={list.soft}>
          {t('integrations.folder.keptAs')} <bdi dir="ltr">refused/{keptAs}</bdi>
        </span>
      </span>
      <span className={list.end}>{format.dateTime(at)}</span>
    </li>
  );
}
