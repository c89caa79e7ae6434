import { FailureError } from '../../../shared/failure.ts';
import { useLanguage } from '../language/language.tsx';
import { useFailureWords } from '../language/use-failure-words.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import styles from './forms/forms.module.css';
import { Note } from './marks/note.tsx';
import { Confirm } from './press/confirm.tsx';

/** The reason why the integrations could not be read and, when their file is broken, a button that begins a new one. */
export function LoadError({ error }: { error: Error }) {
  const { t } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('integration.reopen');
  const isBroken = error instanceof FailureError && error.failure.code === 'integrations-broken';
  return (
    <>
      <Note tone="red">{say(failure ?? error)}</Note>
      {isBroken && (
        <div className={styles.buttons}>
          <Confirm
            label={t('integrations.broken.beginAnew')}
            question={t('integrations.broken.sure')}
            busy={busy}
            onConfirm={() => void run({})}
          />
        </div>
      )}
    </>
  );
}
