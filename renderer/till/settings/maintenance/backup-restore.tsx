import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useSettled } from '../../../ui/components/press/use-settled.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './backups.module.css';

interface BackupRestoreProps {
  readonly file: string;
  /** The key that was typed for the backup; undefined for the terminal's own key. */
  readonly typedKey: string | undefined;
  onRestored(): void;
}

/**
 * Restores a backup. It is examined first; if it may be restored, a person types the number of its newest document and
 * enters the PIN.
 */
export function BackupRestore({ file, typedKey, onRestored }: BackupRestoreProps) {
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
        <RestoreForm ofFile={ofFile} newest={found.newest?.number ?? '0'} onRestored={onRestored} />
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
  readonly newest: string;
  onRestored(): void;
}

function RestoreForm({ ofFile, newest, onRestored }: RestoreFormProps) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('backup.restore');
  const settled = useSettled();
  const [done, setDone] = useState<CommandOutput<'backup.restore'>>();
  const form = useForm({
    id: 'restore',
    initial: { newest: '' },
    send: (values) => run({ ...ofFile, newest: values.newest.trim() }),
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
  const isTyped = form.values.newest.trim() === newest;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Note tone="amber">{t('backups.restoreWarning')}</Note>
      <Field
        {...form.text('newest', withLatinNumbers)}
        dir="ltr"
        autoComplete="off"
        label={t('backups.typeNewest', { number: `\u2068${newest}\u2069` })}
      />
      <FailureNote of={form.failure} />
      <div className={common.buttons}>
        <Button type="submit" color="red" aria-disabled={busy || !settled || !isTyped} disabled={!isTyped}>
          {t(busy ? 'backups.restoring' : 'backups.restoreNow')}
        </Button>
      </div>
    </form>
  );
}
