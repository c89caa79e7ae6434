import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Backups } from '../../shared/contract/upkeep.ts';
import { queryKeys } from '../client.tsx';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { Field } from '../parts/field.tsx';
import { KeyCap } from '../parts/key-cap.tsx';
import { Note } from '../parts/note.tsx';
import { useCommand } from '../use-command.ts';
import { describeWriting } from './describe-writing.ts';
import styles from './upkeep-page.module.css';
import { useBackups } from './use-backups.ts';

/** Where the copies go, the last one, and one at once. */
export function BackupsSection() {
  const backups = useBackups();
  if (backups === undefined) return null;
  return <BackupsForm key={backups.folder ?? ''} backups={backups} />;
}

function BackupsForm({ backups }: { backups: Backups }) {
  const { t, language } = useLanguage();
  const cache = useQueryClient();
  const set = useCommand('upkeep.setBackups');
  const make = useCommand('upkeep.backUp');
  const [folder, setFolder] = useState(backups.folder ?? '');
  const hasFolder = backups.folder !== undefined;
  const isChanged = folder.trim() !== (backups.folder ?? '');
  const isRunning = backups.running || make.busy || set.busy;
  const take = (answer: { ok: boolean; value?: Backups } | undefined) => {
    if (answer?.ok) cache.setQueryData(queryKeys.backups, answer.value);
    // A copy that could not be made is told by what is kept of it.
    else void cache.invalidateQueries({ queryKey: queryKeys.backups });
  };
  const save = async () => {
    const typed = folder.trim();
    take(await set.run(typed === '' ? {} : { folder: typed }));
  };
  const backUp = async () => take(await make.run({}));
  useKeys({ [keys.main]: hasFolder && !isRunning ? () => void backUp() : undefined });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const failure = set.failure ?? make.failure ?? backups.failure;
  return (
    <form className={styles.section} onSubmit={onSubmit} noValidate>
      <div className={styles.folder}>
        <Field
          id="backup-folder"
          dir="ltr"
          label={t('upkeep.folder')}
          placeholder={t('upkeep.folderHint', { example: exampleFolder })}
          value={folder}
          error={undefined}
          onText={setFolder}
          maxLength={1000}
        />
        <Button
          type="submit"
          variant={isChanged ? 'filled' : 'default'}
          aria-disabled={!isChanged || set.busy}
        >
          {t('upkeep.setFolder')}
        </Button>
      </div>
      {failure && (
        <Note tone="red">
          <strong>{t('upkeep.failed')}</strong> {describeWriting(failure, t, language)}
        </Note>
      )}
      <div className={styles.standing}>
        {hasFolder ? <LastBackup backups={backups} /> : <p>{t('upkeep.noFolder')}</p>}
        {hasFolder && (
          <Button
            size="xl"
            aria-disabled={isRunning}
            onClick={() => void backUp()}
            rightSection={<KeyCap of={keys.main} />}
          >
            {t(isRunning ? 'upkeep.backingUp' : 'upkeep.backUpNow')}
          </Button>
        )}
      </div>
      <p className={styles.aside}>{t('upkeep.reading')}</p>
    </form>
  );
}

/** As the system writes a path; only for show. */
const exampleFolder = navigator.userAgent.includes('Windows') ? 'E:\\Khatm' : '/media/usb/khatm';

function LastBackup({ backups: { last } }: { backups: Backups }) {
  const { t, format } = useLanguage();
  return (
    <dl className={styles.facts}>
      <dt>{t('upkeep.last')}</dt>
      <dd>
        {last === undefined ? (
          t('upkeep.never')
        ) : (
          <>
            <span className={styles.when}>{format.dateTime(last.at)}</span>
            <span className={styles.soft}>
              {t('upkeep.lastFacts', {
                count: last.documents,
                shown: format.count(last.documents),
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
