import { Button } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClockExclamation,
  IconCloudOff,
  IconRubberStamp,
  IconSend,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { InvoiceDetail, TimelineEntry } from '../../../../shared/contract/till/invoices.ts';
import { connectionFaultWords } from '../../../../shared/words/faults/connection-faults.ts';
import { describeOutcome } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { groupOutages } from './group-outages.ts';
import styles from './timeline.module.css';

/** The steps of the document's submission, latest last. Only a manager sees codes and the authority's own words. */
export function Timeline({ invoice, isManager }: { invoice: InvoiceDetail; isManager: boolean }) {
  const { t } = useLanguage();
  return (
    <section>
      <h2 className={common.subtitle}>{t('invoice.timeline')}</h2>
      <ol className={common.bare}>
        {groupOutages(invoice.timeline).map((step, index, steps) =>
          step.kind === 'entry' ? (
            <Entry key={keyOf(step.entry)} entry={step.entry} isManager={isManager} />
          ) : (
            <Outage
              key={step.entries.map(keyOf)[0]}
              {...step}
              isManager={isManager}
              isLast={index === steps.length - 1}
            />
          ),
        )}
      </ol>
    </section>
  );
}

const keyOf = ({ at, event }: TimelineEntry) => `${at} ${event}`;

interface OutageProps {
  readonly entries: readonly TimelineEntry[];
  readonly tries: number;
  readonly isManager: boolean;
  readonly isLast: boolean;
}

function Outage({ entries, tries, isManager, isLast }: OutageProps) {
  const { t, format } = useLanguage();
  const [open, setOpen] = useState(false);
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return null;
  if (open) return entries.map((entry) => <Entry key={keyOf(entry)} entry={entry} isManager={isManager} />);
  return (
    <li className={styles.entry} data-tone="amber">
      <IconCloudOff size={22} className={styles.icon} aria-hidden />
      <div>
        <p className={styles.event}>{t('invoice.outage', { count: tries })}</p>
        <p className={common.soft}>
          {t('today.fromTo', { from: format.dateTime(first.at), to: format.dateTime(last.at) })}
        </p>
        {isLast && last.nextAt !== undefined && (
          <p className={styles.next}>{t('invoice.nextTry', { time: format.time(last.nextAt) })}</p>
        )}
        <Button variant="subtle" ms="-0.75rem" px="sm" onClick={() => setOpen(true)}>
          {t('invoice.everyTry')}
        </Button>
      </div>
    </li>
  );
}

function Entry({ entry, isManager }: { entry: TimelineEntry; isManager: boolean }) {
  const { t, format, words, language } = useLanguage();
  const { tone, Icon } = lookOf(entry);
  const saying =
    entry.outcome !== undefined && entry.event !== 'unanswered'
      ? describeOutcome(entry.outcome, language)
      : words.events[entry.event];
  const codes = [
    entry.httpStatus && t('invoice.httpStatus', { status: entry.httpStatus }),
    entry.status,
  ].filter((code) => code !== undefined);
  return (
    <li className={styles.entry} data-tone={tone}>
      <Icon size={22} className={styles.icon} aria-hidden />
      <div>
        <p className={styles.event}>{saying}</p>
        <p className={common.soft}>{format.dateTime(entry.at)}</p>
        {isManager && codes.length > 0 && (
          <p className={common.soft}>
            <bdi dir="ltr">{codes.join(' · ')}</bdi>
          </p>
        )}
        {isManager && entry.fault && (
          <p className={styles.next}>{connectionFaultWords[language][entry.fault]}</p>
        )}
        {entry.nextAt !== undefined && (
          <p className={styles.next}>{t('invoice.nextTry', { time: format.time(entry.nextAt) })}</p>
        )}
        {entry.messages.length > 0 && !isManager && <p className={styles.next}>{t('invoice.askManager')}</p>}
      </div>
    </li>
  );
}

function lookOf(entry: TimelineEntry) {
  if (entry.event === 'issued') return { tone: 'good', Icon: IconRubberStamp } as const;
  if (entry.event === 'sent') return { tone: 'calm', Icon: IconSend } as const;
  if (entry.event === 'late') return { tone: 'amber', Icon: IconClockExclamation } as const;
  if (entry.event === 'unanswered') return { tone: 'amber', Icon: IconCloudOff } as const;
  if (entry.outcome === 'accepted') return { tone: 'good', Icon: IconCircleCheckFilled } as const;
  const final = entry.outcome === 'unknown' || entry.outcome === 'clearance-off' ? 'amber' : 'red';
  return { tone: final, Icon: IconCircleXFilled } as const;
}
