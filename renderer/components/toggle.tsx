import { useId } from 'react';
import styles from './toggle.module.css';

interface ToggleProps {
  readonly label: string;
  readonly text?: string;
  readonly checked: boolean;
  readonly busy?: boolean;
  onChange(checked: boolean): void;
}

/** A switch; a press anywhere in its row changes it. */
export function Toggle({ label, text, checked, busy = false, onChange }: ToggleProps) {
  const id = useId();
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {text !== undefined && (
          <span id={`${id}-text`} className={styles.text}>
            {text}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-labelledby={id}
        aria-describedby={text === undefined ? undefined : `${id}-text`}
        aria-busy={busy}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
