import { useMemo, useRef, useState } from 'react';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { isSilent, type RankedTill, toneOf, worstFirst } from '../../../shared/office/till-state.ts';
import common from '../../ui/components/common.module.css';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { RowTable } from '../../ui/components/tables/row-table.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { pollIntervalMs, useOfficeQuery } from '../office.ts';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';
import styles from './tills-screen.module.css';

const kinds = ['all', 'needsYou', 'silentOnes'] as const;
type Kind = (typeof kinds)[number];

export function TillsScreen() {
  const { t, say } = useOfficeWords();
  const { format } = useLanguage();
  const tills = useOfficeQuery('till.list', {}, { every: pollIntervalMs });
  const places = useOfficeQuery('place.list', {});
  const [kind, setKind] = useState<Kind>('all');
  const [text, setText] = useState('');
  const ranked = useMemo(
    () => (tills.data === undefined ? [] : worstFirst(tills.data.tills, Date.parse(tills.data.now))),
    [tills.data],
  );
  const haystacks = useMemo(() => searched(ranked, places.data), [ranked, places.data]);
  const wanted = text.trim().toLocaleLowerCase();
  const shown = ranked.filter(
    ({ state }, index) =>
      (kind === 'all' ||
        (kind === 'silentOnes' ? state === 'silent' : ['red', 'amber'].includes(toneOf[state]))) &&
      (wanted === '' || (haystacks[index]?.includes(wanted) ?? false)),
  );
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('screens.tills')}</h1>
        <p className={styles.count} role="status">
          {tills.data !== undefined && (
            <>
              {shown.length === ranked.length
                ? t('tills.count', { count: ranked.length })
                : t('tills.shown', { shown: format.count(shown.length), all: format.count(ranked.length) })}
              {' · '}
              {t('tills.updated', { time: format.clock(tills.data.now) })}
            </>
          )}
        </p>
        <Choice
          value={kind}
          onChange={setKind}
          data={kinds.map((value) => ({ value, label: t(`tills.${value}`) }))}
          aria-label={t('tills.state')}
        />
        <Field
          w="18rem"
          maw="100%"
          type="search"
          aria-label={t('tills.search')}
          placeholder={t('tills.search')}
          value={text}
          error={undefined}
          messageId="tills-search"
          onText={setText}
        />
      </header>
      {tills.error !== null && <Note tone="red">{say(tills.error)}</Note>}
      {tills.data !== undefined && shown.length === 0 && (
        <p className={styles.empty}>{t(ranked.length === 0 ? 'tills.empty' : 'tills.noMatch')}</p>
      )}
      {tills.data !== undefined && shown.length > 0 && (
        <TillTable shown={shown} now={tills.data.now} places={places.data} />
      )}
    </div>
  );
}

function searched(ranked: readonly RankedTill[], places: OfficeOutput<'place.list'> | undefined): string[] {
  const branches = new Map(places?.branches.map(({ branch, name }) => [branch, name]));
  const entities = new Map(places?.entities.map(({ entity, vatNumber }) => [entity, vatNumber]));
  return ranked.map(({ till }) =>
    [till.name, branches.get(till.branch), entities.get(till.entity)].join(' ').toLocaleLowerCase(),
  );
}

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

function TillTable({ shown, now, places }: TillTableProps) {
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
          <Written text={till.name} />
        </span>
        <span className={common.soft}>
          <Written text={branch} />
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
