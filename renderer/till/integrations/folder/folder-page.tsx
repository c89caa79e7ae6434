import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DropFolderStatus, RefusedFile } from '../../../../shared/contract/programs/integration.ts';
import type { FailureCode } from '../../../../shared/failure.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { CopyLine } from '../../../ui/components/copy-line.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';

export function FolderPage() {
  const { t, language, format } = useLanguage();
  const { data: folder, error } = useTerminalQuery('integration.dropFolder.get', {});
  const { run, busy, failure } = useTerminalCommand('integration.dropFolder.set');
  return (
    <SectionPage
      title={t('integrations.section.folder.title')}
      lead={t('integrations.section.folder.lead')}
      error={error}
    >
      {folder && (
        <>
          <Toggle
            label={t('integrations.folder.on')}
            text={t('integrations.folder.onText')}
            checked={folder.enabled}
            busy={busy}
            onChange={(enabled) => void run({ enabled, folder: folder.folder })}
          />
          <Toggle
            label={t('integrations.scopes.otherSystems')}
            text={t('integrations.scopes.otherSystemsText')}
            checked={folder.otherSystems}
            busy={busy}
            onChange={(otherSystems) =>
              void run({ enabled: folder.enabled, folder: folder.folder, otherSystems })
            }
          />
          <ProblemNote of={failure} />
          {folder.enabled && (
            <div className={styles.gap} role="status">
              {folder.failure ? (
                <Note tone="red">
                  {t('integrations.folder.stopped')}{' '}
                  {describeFailure(failureIn(folder.failure, folder), language)}
                </Note>
              ) : (
                <StateMark tone="good">
                  {folder.waiting === 0
                    ? t('integrations.folder.idle')
                    : t('integrations.folder.waiting', { shown: format.count(folder.waiting) })}
                </StateMark>
              )}
            </div>
          )}
          {folder.enabled && folder.isOpenToAll && <Note tone="amber">{t('integrations.folder.open')}</Note>}
          {folder.misplaced > 0 && (
            <Note tone="amber">
              {t('integrations.folder.misplaced', { shown: format.count(folder.misplaced) })}
            </Note>
          )}
          {folder.enabled && <FolderStatus {...folder} />}
          {folder.lastRefused && <RefusedFiles last={folder.lastRefused} />}
          <h3>{t('integrations.folder.how')}</h3>
          <ol className={styles.how}>
            <li>{t('integrations.folder.in')}</li>
            <li>{t('integrations.folder.out')}</li>
            <li>{t('integrations.folder.refused')}</li>
          </ol>
          <Note tone="amber">{t('integrations.folder.rename')}</Note>
          <Places folder={folder.folder} />
          <WhereForm status={folder} />
        </>
      )}
    </SectionPage>
  );
}

const failureIn = (code: FailureCode, { failedAt }: DropFolderStatus) => ({
  code,
  ...(failedAt !== undefined && { detail: { name: failedAt } }),
});

function Places({ folder }: { folder: string }) {
  const { t } = useLanguage();
  const separator = folder.includes('\\') ? '\\' : '/';
  return (
    <section>
      <h3>{t('integrations.folder.places')}</h3>
      {(['in', 'out', 'refused'] as const).map((place) => (
        <CopyLine
          key={place}
          label={t(`integrations.folder.place.${place}`)}
          value={`${folder}${separator}${place}`}
        />
      ))}
    </section>
  );
}

function WhereForm({ status }: { status: DropFolderStatus }) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('integration.dropFolder.set');
  const place = (wanted: { folder?: string }) => run({ enabled: status.enabled, ...wanted });
  const form = useForm({
    id: 'folder',
    initial: { folder: status.folder },
    check: ({ folder }) => ({ folder: folder.trim() === '' ? words.issues.blank : undefined }),
    send: ({ folder }) => place({ folder: folder.trim() }),
    onDone: ({ folder }) => form.take({ folder }),
    live: ['folder'],
  });
  const takeOwn = async () => {
    const placed = await place({});
    if (placed?.ok) form.take({ folder: placed.value.folder });
  };
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <h3>{t('integrations.folder.where')}</h3>
      <Field {...form.text('folder')} label={t('integrations.folder.path')} dir="ltr" />
      <ProblemNote of={form.failure} />
      <SaveRow busy={busy} isChanged={form.isChanged} isSaved={form.isSaved} />
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => void takeOwn()}>
          {t('integrations.folder.own')}
        </Button>
      </div>
    </form>
  );
}

function FolderStatus({ today, lookedAt }: DropFolderStatus) {
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

function RefusedFiles({ last }: { last: RefusedFile }) {
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
