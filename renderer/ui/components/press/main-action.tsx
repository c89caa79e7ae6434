import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useLanguage } from '../../language/language.tsx';
import { keys } from '../../page/keys.ts';
import { useStatus } from '../../terminal/status.tsx';
import { KeyCap } from './key-cap.tsx';
import styles from './main-action.module.css';
import { useSteadyPress } from './use-steady-press.ts';

interface MainActionProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly isGrave?: boolean;
  readonly id?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** The one main action of a screen, which binds `keys.main` to the same action. */
export function MainAction({
  children,
  disabled = false,
  isGrave = false,
  onClick,
  ...rest
}: MainActionProps) {
  const steady = useSteadyPress(onClick);
  return (
    <Button
      size="xl"
      fullWidth
      classNames={{ root: styles.root, label: styles.label }}
      // aria-disabled keeps the focus on the button while the action runs.
      aria-disabled={disabled}
      {...(disabled && { 'data-disabled': true })}
      rightSection={<KeyCap of={keys.main} />}
      {...(isGrave ? steady : { onClick })}
      {...rest}
    >
      <span>
        {children}
        {isGrave && <Unreal />}
      </span>
    </Button>
  );
}

/** Names the environment on each button that issues, if its invoices are not real. */
export function Unreal() {
  const { words } = useLanguage();
  const environment = useStatus()?.environment;
  if (environment === undefined || environment === 'production') return null;
  return (
    <span className={styles.environment} data-environment={environment}>
      {words.environments[environment]}
    </span>
  );
}
