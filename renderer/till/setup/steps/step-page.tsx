import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { MainAction } from '../../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import styles from './step-page.module.css';

interface StepPageProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ReactNode;
  readonly action?: { readonly label: string; readonly busy?: boolean; run(): void } | undefined;
  readonly onBack?: (() => void) | undefined;
  readonly beside?: ReactNode;
}

export function StepPage({ title, lead, children, action, onBack, beside }: StepPageProps) {
  const { t } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  useKeys({ [keys.main]: action?.run, [keys.back]: onBack });
  // Focuses the first input or button, so that a keyboard is enough for the whole set-up.
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
                {t('app.back')}
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
              // Lets Enter submit the form. The visible button is not a submit button: otherwise F9 and Enter on it
              // would act twice.
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
