import { useState } from 'react';
import type { OnboardedTill } from '../../shared/headquarters/onboarding.ts';
import list from '../components/list.module.css';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { StateMark } from '../components/state-mark.tsx';
import { useLanguage } from '../language/language.tsx';
import { HandOut } from './hand-out.tsx';
import { useOfficeQuery } from './office.ts';
import { addressOf } from './route.ts';
import { TillList } from './till-list.tsx';
import { useOfficeWords } from './use-office-words.ts';
import { usePerson } from './use-person.ts';

const lookEvery = 5000;

/** From a list of tills to their certificates. */
export function OnboardingScreen() {
  const { t, say } = useOfficeWords();
  const { format } = useLanguage();
  const { entities, branches } = usePerson();
  const [isPasting, setPasting] = useState(false);
  const { data, error } = useOfficeQuery('onboarding.list', {}, { every: lookEvery });
  const all = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const done = data?.counts.done ?? 0;
  return (
    <div className={page.page}>
      <div className={page.inner}>
        <h2>{t('screens.onboarding')}</h2>
        <p className={page.lead}>{t('onboarding.lead')}</p>
        {error !== null && <Note tone="red">{say(error)}</Note>}
        {/* A list may name any taxpayer. */}
        {entities.length === 0 && branches.length === 0 && <TillList />}
        <HandOut isOpen={isPasting} taxpayers={waitingFor(data?.tills ?? [])} onOpen={setPasting} />
        {data !== undefined && all > 0 && (
          <>
            <h3>{t('onboarding.progress')}</h3>
            <p role="status">
              {done === all
                ? t('onboarding.allDone')
                : t('onboarding.doneOf', { done: format.count(done), all: format.count(all) })}
            </p>
            <Tills tills={data.tills} now={data.now} />
            {data.tills.length < all - done && <p>{t('onboarding.more')}</p>}
          </>
        )}
      </div>
    </div>
  );
}

/** Returns the taxpayers of the tills that wait for a password. */
const waitingFor = (tills: readonly OnboardedTill[]): string[] => [
  ...new Set(
    tills
      .filter(({ state }) => state === 'waiting' || state === 'failed' || state === 'over')
      .map(({ vatNumber }) => vatNumber),
  ),
];

const tones = {
  failed: 'red',
  over: 'amber',
  waiting: 'amber',
  given: 'good',
  quiet: 'off',
  code: 'off',
  done: 'good',
} as const;

function Tills({ tills, now }: { tills: readonly OnboardedTill[]; now: string }) {
  const { t, when } = useOfficeWords();
  return (
    <ul className={list.list}>
      {tills.map(({ device, till, branch, vatNumber, serial, state, why, at }) => (
        <li key={device} className={list.row}>
          <a className={list.link} href={addressOf({ screen: 'till', device })}>
            <bdi>{till}</bdi>
          </a>
          <span className={list.main}>
            <StateMark tone={tones[state]}>{t(`onboarding.states.${state}`)}</StateMark>
            {why !== null && (
              <span className={list.soft}>
                <bdi dir="ltr">{why}</bdi>
              </span>
            )}
            <span className={list.soft}>
              <bdi>{branch}</bdi> · <bdi dir="ltr">{serial ?? vatNumber}</bdi>
            </span>
          </span>
          <span className={list.end}>{at !== null && when(at, now)}</span>
        </li>
      ))}
    </ul>
  );
}
