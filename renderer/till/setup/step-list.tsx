import { Text, UnstyledButton } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleDotFilled } from '@tabler/icons-react';
import common from '../../ui/components/common.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { type SetupStep, setupSteps } from './setup-steps.ts';
import styles from './step-list.module.css';

interface StepListProps {
  readonly current: SetupStep;
  readonly opened: SetupStep;
  mayOpen(step: SetupStep): boolean;
  onOpen(step: SetupStep): void;
  onLeave(): void;
}

export function StepList({ current, opened, mayOpen, onOpen, onLeave }: StepListProps) {
  const { t } = useLanguage();
  return (
    <nav className={styles.side} aria-label={t('setup.steps')}>
      <Text inherit px="0.5rem" fz="lg" fw={600} mb="sm">
        {t('setup.title')}
      </Text>
      <ol className={common.bare}>
        {setupSteps.map((step) => {
          const isDone = setupSteps.indexOf(step) < setupSteps.indexOf(current);
          const Icon = step === opened ? IconCircleDotFilled : isDone ? IconCircleCheckFilled : IconCircle;
          const state = step === opened ? 'here' : isDone ? 'done' : 'ahead';
          const content = (
            <>
              <Icon size={24} stroke={1.5} aria-hidden />
              {t(`setup.step.${step}`)}
              {isDone && <span className="visually-hidden">({t('setup.stepDone')})</span>}
            </>
          );
          return (
            <li key={step} aria-current={step === opened ? 'step' : undefined}>
              {mayOpen(step) && step !== opened ? (
                <UnstyledButton className={styles.step} data-state={state} onClick={() => onOpen(step)}>
                  {content}
                </UnstyledButton>
              ) : (
                <span className={styles.step} data-state={state}>
                  {content}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {current !== 'done' && (
        <div className={styles.foot}>
          <p>{t('setup.later')}</p>
          <UnstyledButton mih="3rem" fw={600} c="var(--seal)" onClick={onLeave}>
            {t('setup.leave')}
          </UnstyledButton>
        </div>
      )}
    </nav>
  );
}
