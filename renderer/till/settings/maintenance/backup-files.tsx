import { Button, Checkbox, Flex } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { BackupFile } from '../../../../shared/contract/terminal/backups.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { FailureNote, ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import { useSettled } from '../../../ui/components/press/use-settled.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import folders from '../folder-choice.module.css';
import { useFolderChoice } from '../use-folder-choice.ts';
import { BackupReader } from './backup-reader.tsx';
import styles from './backups.module.css';

export function BackupFiles({ folder }: { readonly folder: string | undefined }) {
  const { t } = useLanguage();
  // undefined means the folder in the settings, which are restored with the books.
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const wanted = chosen ?? folder;
  const shown = typed ?? wanted ?? '';
  const [open, setOpen] = useState<Opened>();
  const choice = useFolderChoice(shown, (place) => {
    setTyped(place);
    setChosen(place);
  });
  const { data, error } = useTerminalQuery('backup.files', wanted === undefined ? {} : { folder: wanted }, {
    keepsPrevious: true,
  });
  if (open !== undefined) return <OpenedBackup {...open} onClose={() => setOpen(undefined)} />;
  return (
    <section className={styles.section} aria-labelledby="backup-files">
      <h3 id="backup-files">{t('backups.files')}</h3>
      <p>{t('backups.filesText')}</p>
      <div className={folders.folder} data-chooses={choice !== undefined || undefined}>
        <Field
          id="backup-files-folder"
          error={undefined}
          dir="ltr"
          label={t('backups.folder')}
          value={shown}
          onText={setTyped}
          maxLength={1000}
        />
        {choice && (
          <Button variant="default" aria-disabled={choice.busy} onClick={() => void choice.choose()}>
            {t('month.choose')}
          </Button>
        )}
        <Button variant="default" onClick={() => setChosen(shown.trim() || undefined)}>
          {t('backups.look')}
        </Button>
      </div>
      <ProblemNote of={error} />
      {!error && data?.files.length === 0 && <p>{t('backups.none')}</p>}
      {!error && data !== undefined && data.files.length > 0 && (
        <ul className={common.bare}>
          {data.files.map((file) => (
            <Row key={file.file} file={file} onOpen={setOpen} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface Opened {
  readonly file: BackupFile;
  readonly typedKey: string | undefined;
  readonly documents: number;
  readonly company: string | undefined;
}

function Row({ file, onOpen }: { readonly file: BackupFile; onOpen(opened: Opened): void }) {
  const { t, format, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('backup.open');
  const [needsKey, setNeedsKey] = useState(false);
  const open = async (key?: string) => {
    const answer = await run({ file: file.file, ...(key !== undefined && { key }) });
    if (answer?.ok)
      onOpen({ file, typedKey: key, documents: answer.value.documents, company: answer.value.company });
    else if (answer?.failure.code === 'backup-key-needed') setNeedsKey(true);
    return answer;
  };
  const form = useForm({ id: 'open-key', initial: { key: '' }, send: ({ key }) => open(key) });
  return (
    <li className={styles.file}>
      <Flex wrap="wrap" gap="0 1rem" align="center">
        <strong>{format.dateTime(file.taken)}</strong>
        <span>{t('maintenance.lastFacts', { count: file.documents, size: format.size(file.bytes) })}</span>
        {file.isEncrypted && <StateMark tone="good">{t('backups.isEncrypted')}</StateMark>}
        {!file.isOwn && <StateMark tone="off">{t('backups.isForeign')}</StateMark>}
      </Flex>
      <Button variant="default" aria-disabled={busy} onClick={() => void open()}>
        {t(busy ? 'backups.opening' : 'backups.open')}
      </Button>
      {needsKey && (
        <form className={styles.wide} onSubmit={form.onSubmit} noValidate>
          <Field
            {...form.text('key')}
            dir="ltr"
            autoComplete="off"
            label={t('backups.keyOfThis')}
            maxLength={100}
          />
          <Button type="submit" aria-disabled={busy}>
            {t('backups.open')}
          </Button>
        </form>
      )}
      {failure && failure.code !== 'bad-input' && (
        <div className={styles.wide}>
          <Note tone={failure.code === 'backup-key-needed' ? 'amber' : 'red'}>
            {describeFailure(failure, language)}
          </Note>
        </div>
      )}
    </li>
  );
}

function OpenedBackup({ file, typedKey, documents, company, onClose }: Opened & { onClose(): void }) {
  const { t, format } = useLanguage();
  const { run } = useTerminalCommand('backup.close');
  const close = () => {
    void run({});
    onClose();
  };
  return (
    <section className={styles.section} aria-labelledby="backup-opened">
      <h3 id="backup-opened">{t('backups.opened', { taken: format.dateTime(file.taken) })}</h3>
      <Note tone="amber">{t('backups.readOnly')}</Note>
      {company !== undefined && (
        <p>
          <bdi>
            <strong>{company}</strong>
          </bdi>
        </p>
      )}
      <p>{t('maintenance.lastFacts', { count: documents, size: format.size(file.bytes) })}</p>
      <BackupReader file={file.file} />
      <BackupRestore file={file.file} typedKey={typedKey} onRestored={onClose} />
      <div className={common.buttons}>
        <Button variant="default" onClick={close}>
          {t('backups.close')}
        </Button>
      </div>
    </section>
  );
}

interface BackupRestoreProps {
  readonly file: string;
  /** The key that was typed for the backup; undefined for the terminal's own key. */
  readonly typedKey: string | undefined;
  onRestored(): void;
}

/**
 * Restores a backup. It is examined first; if it may be restored, a person types the number of the last invoice that
 * was given to a customer and enters the PIN.
 */
function BackupRestore({ file, typedKey, onRestored }: BackupRestoreProps) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('backup.examine');
  const [found, setFound] = useState<CommandOutput<'backup.examine'>>();
  const ofFile = { file, ...(typedKey !== undefined && { key: typedKey }) };
  const examine = async () => {
    setFound(undefined);
    const answer = await run(ofFile);
    if (answer?.ok) setFound(answer.value);
  };
  return (
    <div className={styles.restore}>
      <h4>{t('backups.restore')}</h4>
      <p>{t('backups.restoreText')}</p>
      <FailureNote of={failure} />
      {found?.refused && (
        <Note tone="red">
          <strong>{t('backups.refused')}</strong> {describeFailure(found.refused, language)}
        </Note>
      )}
      {found !== undefined && found.refused === undefined ? (
        <RestoreForm ofFile={ofFile} found={found} onRestored={onRestored} />
      ) : (
        <div className={common.buttons}>
          <Button variant="default" aria-disabled={busy} onClick={() => void examine()}>
            {t(busy ? 'backups.examining' : 'backups.examine')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RestoreFormProps {
  readonly ofFile: { readonly file: string; readonly key?: string };
  readonly found: CommandOutput<'backup.examine'>;
  onRestored(): void;
}

function RestoreForm({ ofFile, found: { newest, newer }, onRestored }: RestoreFormProps) {
  const { t, format } = useLanguage();
  const { run, busy } = useTerminalCommand('backup.restore');
  const settled = useSettled();
  const [done, setDone] = useState<CommandOutput<'backup.restore'>>();
  const [older, setOlder] = useState(false);
  const form = useForm({
    id: 'restore',
    initial: { last: '' },
    send: ({ last }) => run({ ...ofFile, last: last.trim(), ...(older && { older: true as const }) }),
    onDone: setDone,
  });
  if (done !== undefined)
    return (
      <>
        <p role="status">
          <strong>{t('backups.restored', { count: done.documents })}</strong>
        </p>
        {done.setAside !== undefined && (
          <p>{t('backups.setAside', { file: `\u2068${done.setAside}\u2069` })}</p>
        )}
        <div className={common.buttons}>
          <Button onClick={onRestored}>{t('app.done')}</Button>
        </div>
      </>
    );
  const isAnswered = form.values.last.trim() !== '' && (newer === undefined || older);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      {newer && (
        <Note tone="red">
          <p>{t('backups.newer', { count: newer.documents, file: `\u2068${newer.file}\u2069` })}</p>
          <Checkbox
            checked={older}
            onChange={(event) => setOlder(event.currentTarget.checked)}
            label={t('backups.older')}
          />
        </Note>
      )}
      <Note tone="amber">{t('backups.restoreWarning')}</Note>
      <p>
        <strong>
          {newest === undefined
            ? t('backups.emptyAfter')
            : t('backups.after', {
                number: `\u2068${newest.number}\u2069`,
                issued: format.dateTime(newest.issuedAt),
              })}
        </strong>
      </p>
      <p>{t('backups.afterText')}</p>
      <Field
        {...form.text('last', withLatinNumbers)}
        dir="ltr"
        autoComplete="off"
        label={t('backups.last')}
        maxLength={100}
      />
      <FailureNote of={form.failure} />
      <div className={common.buttons}>
        <Button
          type="submit"
          color="red"
          aria-disabled={busy || !settled || !isAnswered}
          disabled={!isAnswered}
        >
          {t(busy ? 'backups.restoring' : 'backups.restoreNow')}
        </Button>
      </div>
    </form>
  );
}
