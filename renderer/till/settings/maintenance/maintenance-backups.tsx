import { Button } from '@mantine/core';
import type { Backups } from '../../../../shared/contract/terminal/maintenance.ts';
import { ByPolicy } from '../../../ui/components/by-policy.tsx';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import section from '../../../ui/components/layout/page-section.module.css';
import { Note } from '../../../ui/components/marks/note.tsx';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { describeWriting } from '../../../ui/language/describe-writing.ts';
import { riyadhDateAndTime } from '../../../ui/language/format.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useNow } from '../../../ui/terminal/use-now.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import folders from '../folder-choice.module.css';
import { useFolderChoice } from '../use-folder-choice.ts';
import { BackupEncryption } from './backup-encryption.tsx';
import { BackupFiles } from './backup-files.tsx';
import styles from './maintenance-page.module.css';

export function BackupsSection() {
  const backups = useTerminalQuery('maintenance.backups', {}).data;
  if (backups === undefined) return null;
  return (
    <>
      <BackupsForm key={backups.folder ?? ''} backups={backups} />
      <BackupEncryption backups={backups} />
      <BackupFiles folder={backups.folder} />
      <Retention />
    </>
  );
}

function BackupsForm({ backups }: { backups: Backups }) {
  const { t, language, format } = useLanguage();
  const set = useTerminalCommand('maintenance.setBackups');
  const make = useTerminalCommand('maintenance.backUp');
  const hasFolder = backups.folder !== undefined;
  const form = useForm({
    id: 'backup',
    initial: { folder: backups.folder ?? '' },
    send({ folder }) {
      const typed = folder.trim();
      return set.run(typed === '' ? {} : { folder: typed });
    },
  });
  const isFixed = useTerminalQuery('policy.get', {}).data?.fields.includes('backups') === true;
  const choice = useFolderChoice(form.values.folder, (folder) => form.set({ folder }));
  const isChanged = form.values.folder.trim() !== (backups.folder ?? '');
  const isRunning = backups.running || make.busy || set.busy;
  const backUp = () => make.run({});
  useKeys({ [keys.main]: hasFolder && !isRunning ? () => void backUp() : undefined });
  const failure = form.failure ?? make.failure ?? backups.failure;
  return (
    <form className={`${section.section} ${styles.section}`} onSubmit={form.onSubmit} noValidate>
      <ByPolicy field="backups">
        <div className={folders.folder} data-chooses={(choice !== undefined && !isFixed) || undefined}>
          <Field
            {...form.text('folder')}
            dir="ltr"
            label={t('maintenance.folder')}
            placeholder={t('maintenance.folderHint', { example: `\u2066${exampleFolder}\u2069` })}
            maxLength={1000}
          />
          {choice && !isFixed && (
            <Button variant="default" aria-disabled={choice.busy} onClick={() => void choice.choose()}>
              {t('month.choose')}
            </Button>
          )}
          <Button
            type="submit"
            variant={isChanged ? 'filled' : 'default'}
            aria-disabled={!isChanged || set.busy}
          >
            {t('maintenance.setFolder')}
          </Button>
        </div>
      </ByPolicy>
      {failure && (
        <Note tone="red">
          <strong>
            {backups.failingSince === undefined
              ? t('maintenance.failed')
              : t('backups.age.failing', { since: format.dateTime(backups.failingSince) })}
          </strong>{' '}
          {describeWriting(failure, t, language)}
        </Note>
      )}
      {hasFolder && backups.last?.sameDisk && <Note tone="amber">{t('maintenance.sameDisk')}</Note>}
      <div className={styles.status}>
        {hasFolder ? <LastBackup backups={backups} /> : <p>{t('maintenance.noFolder')}</p>}
        {hasFolder && (
          <Button
            size="xl"
            aria-disabled={isRunning}
            onClick={() => void backUp()}
            rightSection={<KeyCap of={keys.main} />}
          >
            {t(isRunning ? 'maintenance.backingUp' : 'maintenance.backUpNow')}
          </Button>
        )}
      </div>
      <p className={styles.aside}>{t('maintenance.reading')}</p>
    </form>
  );
}

function Retention() {
  const { t, format } = useLanguage();
  const year = Number(riyadhDateAndTime(new Date(useNow(useStatus()?.now)).toISOString()).date.slice(0, 4));
  return (
    <section className={`${section.section} ${styles.section}`} aria-labelledby="retention">
      <h3 id="retention">{t('backups.retention')}</h3>
      <p>{t('backups.retentionText')}</p>
      <p>
        {t('backups.retentionUntil', {
          year: String(year),
          until: format.date(`${year + yearsKept}-12-31T12:00:00Z`),
        })}
      </p>
    </section>
  );
}

/** Years after the end of a tax period: VAT Implementing Regulations, article 66. */
const yearsKept = 6;

const exampleFolder = navigator.userAgent.includes('Windows') ? 'E:\\Khatm' : '/media/usb/khatm';

function LastBackup({ backups: { last } }: { backups: Backups }) {
  const { t, format } = useLanguage();
  return (
    <dl className={styles.facts}>
      <dt>{t('maintenance.last')}</dt>
      <dd>
        {last === undefined ? (
          t('maintenance.never')
        ) : (
          <>
            <span className={common.strong}>{format.dateTime(last.at)}</span>
            <span className={common.soft}>
              {t('maintenance.lastFacts', {
                count: last.documents,
                size: format.size(last.bytes),
              })}
            </span>
            <bdi dir="ltr" className={styles.file}>
              {last.file}
            </bdi>
          </>
        )}
      </dd>
    </dl>
  );
}
