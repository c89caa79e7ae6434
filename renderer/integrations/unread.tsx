import { FailureError } from '../../shared/failure.ts';
import { useLanguage } from '../language.tsx';
import { Note } from '../parts/note.tsx';
import { Confirm } from './confirm.tsx';
import styles from './forms.module.css';
import { useChange } from './use-ask.ts';
import { useFailureWords } from './use-failure-words.ts';

/** Why what belongs to the integrations could not be read; where their file is broken, the way to begin anew. */
export function Unread({ error }: { error: Error }) {
  const { t } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy, failure } = useChange('integration.reopen');
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
