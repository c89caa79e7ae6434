import {
  IconAlertOctagonFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHourglassHigh,
} from '@tabler/icons-react';
import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import { useLanguage } from '../language.tsx';
import styles from './submission-steps.module.css';

const shapes = {
  done: IconCircleCheckFilled,
  running: IconHourglassHigh,
  ahead: IconCircle,
  rejected: IconCircleXFilled,
  parked: IconAlertOctagonFilled,
} as const;
type StepState = keyof typeof shapes;

/** Sealed → sent → accepted, as far as the document has come. */
export function SubmissionSteps({ row }: { row: InvoiceRow }) {
  const { t } = useLanguage();
  const last = lastStepOf(row);
  const steps = [{ name: 'sealed', state: 'done' }, { name: 'sent', state: sentStateOf(row) }, last] as const;
  return (
    <ol className={styles.steps} aria-live="polite">
      {steps.map(({ name, state }) => {
        const Shape = shapes[state];
        return (
          <li key={name} className={styles.step} data-state={state}>
            <Shape size={24} aria-hidden />
            {t(`receipt.steps.${name}`)}
          </li>
        );
      })}
    </ol>
  );
}

function sentStateOf({ state, attempts }: InvoiceRow): StepState {
  if (state === 'accepted' || state === 'rejected' || attempts > 0) return 'done';
  return state === 'parked' ? 'ahead' : 'running';
}

function lastStepOf({ state, mode, attempts }: InvoiceRow) {
  const accepted = mode === 'clearance' ? 'cleared' : 'reported';
  if (state === 'rejected' || state === 'parked') return { name: state, state } as const;
  if (state === 'accepted') return { name: accepted, state: 'done' } as const;
  return { name: accepted, state: attempts > 0 ? 'running' : 'ahead' } as const;
}
