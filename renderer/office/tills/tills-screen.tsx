import { useMemo, useState } from 'react';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { type RankedTill, toneOf, worstFirst } from '../../../shared/office/till-state.ts';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { pollIntervalMs, useOfficeQuery } from '../office.ts';
import { useOfficeWords } from '../use-office-words.ts';
import { TillTable } from './till-table.tsx';
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
          className={styles.search}
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
