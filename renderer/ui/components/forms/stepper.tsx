import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { Field } from './field.tsx';
import styles from './stepper.module.css';

interface StepperProps {
  readonly id: string;
  readonly label: string;
  readonly lessLabel: string;
  readonly moreLabel: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onText: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
}

export function Stepper({ label, lessLabel, moreLabel, onStep, disabled, ...field }: StepperProps) {
  return (
    <div className={styles.stepper}>
      <ActionIcon variant="default" aria-label={lessLabel} disabled={disabled} onClick={() => onStep(-1)}>
        <IconMinus size={20} aria-hidden />
      </ActionIcon>
      <Field
        amount
        aria-label={label}
        disabled={disabled}
        className={styles.field}
        {...field}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          onStep(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      <ActionIcon variant="default" aria-label={moreLabel} disabled={disabled} onClick={() => onStep(1)}>
        <IconPlus size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}
