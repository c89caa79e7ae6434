import { useRef, useState } from 'react';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { isSilent, type RankedTill, toneOf } from '../../../shared/office/till-state.ts';
import common from '../../ui/components/common.module.css';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { RowTable } from '../../ui/components/tables/row-table.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';
import styles from './till-table.module.css';

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

const keyOf = ({ till }: RankedTill) => String(till.device);
const open = ({ till: { device } }: RankedTill) => {
  location.hash = addressOf({ screen: 'till', device });
};

export function TillTable({ shown, now, places }: TillTableProps) {
  const { t } = useOfficeWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string>();
  const branches = new Map(places?.branches.map(({ branch, name }) => [branch, name]));
  return (
    <RowTable
      label={t('screens.tills')}
      columns={columns.map((name) => ({ name, text: t(`tills.${name}`) }))}
      rows={shown}
      total={shown.length}
      {...{ rowHeight, keyOf, active, scroller }}
      rowClass={styles.row}
      renderCells={(ranked) => (
        <Cells ranked={ranked} now={now} branch={branches.get(ranked.till.branch) ?? ''} />
      )}
      onActive={setActive}
      onOpen={open}
    />
  );
}

function Cells({ ranked, now, branch }: { ranked: RankedTill; now: string; branch: string }) {
  const { t, when } = useOfficeWords();
  const { format } = useLanguage();
  const { till, state } = ranked;
  const { status } = till;
  const at = (instant: string | null) => (instant === null ? t('tills.never') : when(instant, now));
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see `RowTable`
    <>
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
      <Waiting ranked={ranked} now={now} />
      <span role="cell" data-column="certificate">
        <Certificate until={status?.certificateUntil ?? null} now={now} isKnown={status !== null} />
      </span>
      <span role="cell" data-column="version">
        <bdi dir="ltr" className={styles.version} title={status?.version}>
          {status?.version ?? '–'}
        </bdi>
      </span>
    </>
    // biome-ignore-end lint/a11y/useSemanticElements: see `RowTable`
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
    // biome-ignore-start lint/a11y/useSemanticElements: see `RowTable`
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
    // biome-ignore-end lint/a11y/useSemanticElements: see `RowTable`
  );
}

function Certificate({ until, now, isKnown }: { until: string | null; now: string; isKnown: boolean }) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  if (until === null) return isKnown ? t('tills.none') : t('tills.unknown');
  const left = Date.parse(until) - Date.parse(now);
  return left < 0 ? t('tills.ended') : format.span(left);
}
