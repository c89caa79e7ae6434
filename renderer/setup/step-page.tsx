import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { MainAction } from '../components/main-action.tsx';
import { useLanguage } from '../language/language.tsx';
import { keys, useKeys } from '../page/keys.ts';
import styles from './step-page.module.css';

interface StepPageProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ReactNode;
  /** The one main action; without one the step goes on by itself. */
  readonly action?: { readonly label: string; readonly busy?: boolean; run(): void } | undefined;
  readonly onBack?: (() => void) | undefined;
  /** Stands beside the main action. */
  readonly beside?: ReactNode;
}

/** One step of the set-up: what it is about, its fields, and one way on. Enter in a field does the same as the button. */
export function StepPage({ title, lead, children, action, onBack, beside }: StepPageProps) {
  const { t } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  useKeys({ [keys.main]: action?.run, [keys.back]: onBack });
  // Where the next thing is to be typed or pressed; a keyboard alone goes through the whole set-up.
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>('[data-body] :is(input, select, button):not(:disabled)')
      ?.focus();
  }, []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    action?.run();
  };
  return (
    <form ref={form} className={styles.page} onSubmit={onSubmit} noValidate>
      <div className={styles.scroll}>
        <div className={styles.body} data-body>
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
      </div>
      {(action !== undefined || beside !== undefined) && (
        <div className={styles.foot}>
          <div className={styles.buttons}>
            {onBack !== undefined && (
              <Button variant="default" size="xl" onClick={onBack}>
                {t('setup.back')}
              </Button>
            )}
            {beside}
            {action !== undefined && (
              <div className={styles.action}>
                <MainAction onClick={action.run} disabled={action.busy ?? false}>
                  {action.label}
                </MainAction>
              </div>
            )}
            {action !== undefined && (
              // Lets Enter submit. The visible button is no submit button: F9 and Enter on it would act twice.
              <button type="submit" hidden>
                {action.label}
              </button>
            )}
          </div>
        </div>
      )}
    </form>
  );
}
