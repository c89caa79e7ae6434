import { UnstyledButton } from '@mantine/core';
import { IconBackspace, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLanguage } from '../../language/language.tsx';
import styles from './number-pad.module.css';
import type { PadKey } from './pad-key.ts';

const rows = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', '.'] as const satisfies PadKey[];

interface NumberPadProps {
  readonly onKey: (key: PadKey) => void;
  /** The action of the key with a tick; without an action there is no such key. */
  readonly onEnter?: () => void;
  readonly enterLabel?: string;
  readonly disabled?: boolean;
}

/**
 * The keys of a telephone for an amount, in the same order in both directions of writing. A press does not move the
 * focus, and the Tab key skips the pad, because a person with a keyboard types into the field.
 */
export function NumberPad({ onKey, onEnter, enterLabel, disabled = false }: NumberPadProps) {
  const { t } = useLanguage();
  const key = (of: PadKey, label: string | undefined, children: ReactNode) => (
    <UnstyledButton
      key={of}
      className={styles.key}
      tabIndex={-1}
      aria-label={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onKey(of)}
    >
      {children}
    </UnstyledButton>
  );
  return (
    <fieldset
      className={styles.pad}
      dir="ltr"
      aria-label={t('pad.label')}
      data-enter={onEnter !== undefined || undefined}
      onMouseDown={(event) => event.preventDefault()}
    >
      {rows.map((of) => key(of, of === '.' ? t('pad.point') : undefined, of))}
      <div className={styles.last}>
        {key('erase', t('pad.erase'), <IconBackspace size={26} stroke={1.5} aria-hidden />)}
        {onEnter !== undefined && (
          <UnstyledButton
            className={styles.enter}
            tabIndex={-1}
            aria-label={enterLabel ?? t('pad.enter')}
            aria-disabled={disabled}
            onClick={() => !disabled && onEnter()}
          >
            <IconCheck size={26} aria-hidden />
          </UnstyledButton>
        )}
      </div>
    </fieldset>
  );
}
