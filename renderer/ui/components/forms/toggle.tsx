import { Box } from '@mantine/core';
import { useId } from 'react';
import styles from './toggle.module.css';

interface ToggleProps {
  readonly label: string;
  readonly text?: string;
  readonly checked: boolean;
  readonly busy?: boolean;
  onChange(checked: boolean): void;
}

export function Toggle({ label, text, checked, busy = false, onChange }: ToggleProps) {
  const id = useId();
  return (
    <label className={styles.row}>
      <Box component="span" flex={1} miw={0}>
        <Box component="span" id={id} display="block" fw={600}>
          {label}
        </Box>
        {text !== undefined && (
          <Box component="span" id={`${id}-text`} display="block" lh={1.55} c="dimmed">
            {text}
          </Box>
        )}
      </Box>
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
