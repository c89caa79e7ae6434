import { Flex } from '@mantine/core';
import {
  IconAlertOctagonFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHourglassHigh,
} from '@tabler/icons-react';
import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import common from '../../ui/components/common.module.css';
import { wentByReporting } from '../../ui/components/marks/late-mark.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './submission-steps.module.css';

const shapes = {
  done: IconCircleCheckFilled,
  running: IconHourglassHigh,
  ahead: IconCircle,
  rejected: IconCircleXFilled,
  parked: IconAlertOctagonFilled,
} as const;

export function SubmissionSteps({ row }: { row: InvoiceRow }) {
  const { t } = useLanguage();
  const steps = [{ name: 'issued', state: 'done' }, sentStep(row), answerStep(row)] as const;
  return (
    <Flex component="ol" className={common.bare} direction="column" m="1.25rem 0 1rem" aria-live="polite">
      {steps.map(({ name, state }, index) => {
        const Shape = shapes[state];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places, of which only the words change
          <li key={index} className={styles.step} data-state={state}>
            <Shape size={24} aria-hidden />
            {t(`receipt.steps.${name}`)}
          </li>
        );
      })}
    </Flex>
  );
}

type StepState = keyof typeof shapes;
type Step<Name extends string> = { readonly name: Name; readonly state: StepState };

function sentStep({ state, attempts }: InvoiceRow): Step<'sent' | 'sending'> {
  if (state === 'accepted' || state === 'rejected') return { name: 'sent', state: 'done' };
  if (state === 'parked') return { name: 'sending', state: 'ahead' };
  return attempts > 0 ? { name: 'sent', state: 'done' } : { name: 'sending', state: 'running' };
}

function answerStep(
  row: InvoiceRow,
): Step<'cleared' | 'reported' | 'byReporting' | 'rejected' | 'parked' | 'clearance' | 'answer'> {
  const isClearance = row.mode === 'clearance';
  const accepted = isClearance ? 'cleared' : wentByReporting(row) ? 'byReporting' : 'reported';
  if (row.state === 'rejected' || row.state === 'parked') return { name: row.state, state: row.state };
  if (row.state === 'accepted') return { name: accepted, state: 'done' };
  return { name: isClearance ? 'clearance' : 'answer', state: row.attempts > 0 ? 'running' : 'ahead' };
}
