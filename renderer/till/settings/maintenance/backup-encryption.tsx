import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import type { Backups } from '../../../../shared/contract/terminal/maintenance.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import { Confirm } from '../../../ui/components/press/confirm.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './backups.module.css';

export function BackupEncryption({ backups }: { readonly backups: Backups }) {
  const { t, format } = useLanguage();
  const create = useTerminalCommand('backup.newKey');
  const show = useTerminalCommand('backup.showKey');
  const stop = useTerminalCommand('backup.encryptNoMore');
  const [offered, setOffered] = useState<string>();
  const [shown, setShown] = useState<string>();
  const [isTyping, setTyping] = useState(false);
  const failure = create.failure ?? show.failure ?? stop.failure;
  const begin = async () => {
    const made = await create.run({});
    if (made?.ok) setOffered(made.value.key);
    setTyping(true);
  };
  const isOn = backups.encryptedSince !== undefined;
  return (
    <section className={styles.section} aria-labelledby="backup-encryption">
      <h3 id="backup-encryption">{t('backups.encryption')}</h3>
      {backups.encryptedSince === undefined ? (
        <StateMark tone="off">{t('backups.plain')}</StateMark>
      ) : (
        <StateMark tone="good">
          {t('backups.encrypted', { since: format.dateTime(backups.encryptedSince) })}
        </StateMark>
      )}
      <p>{t('backups.encryptionText')}</p>
      <FailureNote of={failure} />
      {isOn && shown !== undefined && <KeyPaper value={shown} />}
      {!isOn && isTyping && (
        <KeyForm
          offered={offered}
          onDone={() => {
            setTyping(false);
            setOffered(undefined);
          }}
        />
      )}
      <div className={common.buttons}>
        {!isOn && !isTyping && (
          <>
            <Button variant="default" aria-disabled={create.busy} onClick={() => void begin()}>
              {t('backups.newKey')}
            </Button>
            <Button variant="subtle" onClick={() => setTyping(true)}>
              {t('backups.haveKey')}
            </Button>
          </>
        )}
        {isOn && (
          <>
            <Button
              variant="default"
              aria-disabled={show.busy}
              onClick={() =>
                shown === undefined
                  ? void show.run({}).then((answer) => answer?.ok && setShown(answer.value.key))
                  : setShown(undefined)
              }
            >
              {t(shown === undefined ? 'backups.showKey' : 'backups.hideKey')}
            </Button>
            <Confirm
              label={t('backups.stop')}
              question={t('backups.stopQuestion')}
              busy={stop.busy}
              onConfirm={() => {
                setShown(undefined);
                void stop.run({});
              }}
            />
          </>
        )}
      </div>
    </section>
  );
}

function KeyPaper({ value }: { readonly value: string }) {
  const { t } = useLanguage();
  return (
    <Box p="md" bd="2px dashed var(--line)">
      <p>{t('backups.write')}</p>
      <bdi dir="ltr" className={styles.key}>
        {value.split('-').map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same, and none moves.
          <span key={place}>{group}</span>
        ))}
      </bdi>
    </Box>
  );
}

/** The key must be typed from paper, because otherwise nobody knows if it was written down. */
function KeyForm({ offered, onDone }: { readonly offered: string | undefined; onDone(): void }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('backup.encrypt');
  const [isWritten, setWritten] = useState(offered === undefined);
  const form = useForm({
    id: 'backup-key',
    initial: { key: '' },
    send: ({ key }) => run({ key }),
    empties: true,
    onDone,
  });
  if (!isWritten && offered !== undefined)
    return (
      <>
        <KeyPaper value={offered} />
        <Note tone="amber">{t('backups.lostKey')}</Note>
        <div className={common.buttons}>
          <Button onClick={() => setWritten(true)}>{t('backups.written')}</Button>
          <Button variant="default" onClick={onDone}>
            {t('app.cancel')}
          </Button>
        </div>
      </>
    );
  return (
    <form onSubmit={form.onSubmit} noValidate className={styles.section}>
      <Field
        {...form.text('key')}
        dir="ltr"
        autoComplete="off"
        label={t('backups.typeKey')}
        placeholder="XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX"
        maxLength={100}
      />
      <FailureNote of={form.failure} />
      <div className={common.buttons}>
        <Button type="submit" aria-disabled={busy}>
          {t('backups.encrypt')}
        </Button>
        {offered !== undefined && (
          <Button variant="default" onClick={() => setWritten(false)}>
            {t('backups.showAgain')}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}
