import { type KeyboardEvent, useRef, useState } from 'react';
import type { OfficeOutput } from '../../shared/headquarters/contract.ts';
import { isSilent, type RankedTill, toneOf } from '../../shared/headquarters/till-state.ts';
import common from '../components/common.module.css';
import table from '../components/row-table.module.css';
import { StateMark } from '../components/state-mark.tsx';
import { useRowsInSight } from '../components/use-rows-in-sight.ts';
import { useLanguage } from '../language/language.tsx';
import { addressOf } from './route.ts';
import styles from './till-table.module.css';
import { useOfficeWords } from './use-office-words.ts';

/** The height of every row in pixels; two lines of text at 100 %, and a finger's width. */
const rowHeight = 68;

const columns = [
  'state',
  'name',
  'contact',
  'complete',
  'waiting',
  'deadline',
  'certificate',
  'version',
] as const;

interface TillTableProps {
  readonly shown: readonly RankedTill[];
  readonly now: string;
  readonly places: OfficeOutput<'place.list'> | undefined;
}

/** The table of tills. Of thousands of rows, only those in view are in the page. */
export function TillTable({ shown, now, places }: TillTableProps) {
  const { t } = useOfficeWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number>();
  const { inSight, height, scrollTo } = useRowsInSight({ count: shown.length, rowHeight, scroller });
  const branches = new Map(places?.branches.map(({ branch, name }) => [branch, name]));
  const at = Math.max(
    0,
    shown.findIndex(({ till }) => till.device === active),
  );
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const next = step === undefined ? at : Math.min(shown.length - 1, Math.max(0, at + step));
    const device = shown[next]?.till.device;
    if (device === undefined) return;
    if (event.key === 'Enter') location.hash = addressOf({ screen: 'till', device });
    if (step === undefined) return;
    event.preventDefault();
    setActive(device);
    scrollTo(next);
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-device="${device}"]`)
        ?.focus({ preventScroll: true }),
    );
  };
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: a table element lays out all of its rows; these have positions
    <div
      className={table.table}
      role="table"
      aria-rowcount={shown.length + 1}
      aria-label={t('screens.tills')}
    >
      <div role="rowgroup" className={table.headGroup}>
        <div
          role="row"
          aria-rowindex={1}
          tabIndex={-1}
          className={`${table.row} ${styles.row} ${table.head}`}
        >
          {columns.map((column) => (
            <span key={column} role="columnheader" tabIndex={-1} data-column={column}>
              {t(`tills.${column}`)}
            </span>
          ))}
        </div>
      </div>
      <div ref={scroller} className={table.scroller} role="rowgroup" onKeyDown={onKeyDown}>
        <div className={table.all} style={{ blockSize: height }}>
          {inSight.map(({ index, start }) => {
            const ranked = shown[index];
            if (ranked === undefined) return null;
            return (
              <Row
                key={ranked.till.device}
                ranked={ranked}
                now={now}
                branch={branches.get(ranked.till.branch) ?? ''}
                index={index}
                start={start}
                isActive={index === at}
                onFocus={() => setActive(ranked.till.device)}
              />
            );
          })}
        </div>
      </div>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
  );
}

interface RowProps {
  readonly ranked: RankedTill;
  readonly now: string;
  readonly branch: string;
  readonly index: number;
  readonly start: number;
  readonly isActive: boolean;
  readonly onFocus: () => void;
}

function Row({ ranked: { till, state }, now, branch, index, start, isActive, onFocus }: RowProps) {
  const { t, when } = useOfficeWords();
  const { format } = useLanguage();
  const { status } = till;
  const at = (instant: string | null) => (instant === null ? t('tills.never') : when(instant, now));
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys of all its rows
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      data-device={till.device}
      className={`${table.row} ${styles.row}`}
      style={{ position: 'absolute', insetBlockStart: start, insetInline: 0, blockSize: rowHeight }}
      onFocus={onFocus}
      onClick={() => {
        location.hash = addressOf({ screen: 'till', device: till.device });
      }}
    >
      <span role="cell" data-column="state">
        <StateMark tone={toneOf[state]}>{t(`states.${state}`)}</StateMark>
      </span>
      <span role="cell" data-column="name" className={styles.pair}>
        <span className={common.strong}>
          <bdi>{till.name}</bdi>
        </span>
        <span className={common.soft}>
          <bdi>{branch}</bdi>
        </span>
      </span>
      <span role="cell" data-column="contact">
        {at(till.lastContact)}
      </span>
      <span role="cell" data-column="complete" className={styles.pair}>
        <span>{at(till.completeThrough)}</span>
        {till.missing > 0 && (
          <span className={common.soft}>{t('tills.missing', { shown: format.count(till.missing) })}</span>
        )}
      </span>
      <Waiting ranked={{ till, state }} now={now} />
      <span role="cell" data-column="certificate">
        <Certificate until={status?.certificateUntil ?? null} now={now} isKnown={status !== null} />
      </span>
      <span role="cell" data-column="version">
        <bdi dir="ltr" className={styles.version} title={status?.version}>
          {status?.version ?? '–'}
        </bdi>
      </span>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see the table
  );
}

/**
 * The cells about waiting documents. For a silent till the present values are unknown, and its last report is shown
 * beneath.
 */
function Waiting({ ranked: { till }, now }: { ranked: RankedTill; now: string }) {
  const { t, when } = useOfficeWords();
  const { format } = useLanguage();
  const { status, lastContact } = till;
  const due = status?.nearestDeadline ?? null;
  const isUnknown = status === null || isSilent(till, Date.parse(now));
  const since = status?.at ?? lastContact;
  const unknown = since === null ? t('tills.unknown') : t('tills.unknownSince', { time: when(since, now) });
  const open = status === null ? 0 : status.waiting + status.parked;
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see the table
    <>
      <span role="cell" data-column="waiting" className={styles.pair}>
        <span title={isUnknown ? unknown : undefined}>{isUnknown ? unknown : format.count(open)}</span>
        {isUnknown && status !== null && (
          <span className={common.soft}>{t('tills.lastKnown', { shown: format.count(open) })}</span>
        )}
      </span>
      <span role="cell" data-column="deadline" className={styles.pair}>
        <span>{isUnknown ? t('tills.unknown') : due === null ? t('tills.none') : when(due, now)}</span>
        {isUnknown && due !== null && (
          <span className={common.soft}>{t('tills.lastDue', { time: when(due, now) })}</span>
        )}
      </span>
    </>
    // biome-ignore-end lint/a11y/useSemanticElements: see the table
  );
}

interface CertificateProps {
  readonly until: string | null;
  readonly now: string;
  readonly isKnown: boolean;
}

function Certificate({ until, now, isKnown }: CertificateProps) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  if (until === null) return isKnown ? t('tills.none') : t('tills.unknown');
  const left = Date.parse(until) - Date.parse(now);
  return left < 0 ? t('tills.ended') : format.span(left);
}
