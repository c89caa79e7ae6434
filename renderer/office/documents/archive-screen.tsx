import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ArchivedMonth, archiveFiles } from '../../../shared/office/archive.ts';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import forms from '../../ui/components/forms/forms.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import list from '../../ui/components/tables/list.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { useOfficeCommand, useOfficeQuery } from '../office.ts';
import { OfficePage } from '../parts/office-page.tsx';
import { UnknownNote } from '../parts/unknown-note.tsx';
import { may, usePerson } from '../parts/use-person.ts';
import { ResultNote } from '../result-note.tsx';
import { useOfficeWords } from '../use-office-words.ts';

export function ArchiveScreen() {
  const { t } = useOfficeWords();
  const { data, error } = useOfficeQuery('archive.list', {});
  return (
    <OfficePage title={t('screens.archive')} lead={t('archive.lead')} error={error}>
      {data !== undefined && <Place place={data.place} />}
      {data?.months.length === 0 && <p>{t('archive.none')}</p>}
      <ul className={list.list}>
        {data?.months.map((month) => (
          <Month
            key={`${month.entity} ${month.period}`}
            month={month}
            isKept={data.place !== null}
            now={data.now}
          />
        ))}
      </ul>
    </OfficePage>
  );
}

function Place({ place }: Pick<OfficeOutput<'archive.list'>, 'place'>) {
  const { t } = useOfficeWords();
  if (place === null) return <Note tone="amber">{t('archive.notKept')}</Note>;
  return (
    <p>
      {t('archive.place')}{' '}
      <strong>
        <bdi dir="ltr">{place.name}</bdi>
      </strong>
      {' — '}
      {t(place.holds ? 'archive.locked' : 'archive.notLocked')}
    </p>
  );
}

const tones = { due: 'amber', open: 'off', archived: 'good' } as const;

function Month({ month, isKept, now }: { month: ArchivedMonth; isKept: boolean; now: string }) {
  const { t, say } = useOfficeWords();
  const { format } = useLanguage();
  const person = usePerson();
  const make = useOfficeCommand('archive.make');
  const check = useOfficeCommand('archive.check');
  const [made, setMade] = useState<number>();
  const [checked, setChecked] = useState<OfficeOutput<'archive.check'>['parts']>();
  const { entity, period, vatNumber, state, documents, archived, closesOn, retainUntil, parts, unknown } =
    month;
  const failure = make.failure ?? check.failure;
  const name = `${vatNumber} ${period}`;
  return (
    <li className={list.row}>
      <span className={list.strong}>
        <bdi dir="ltr">{period}</bdi>
      </span>
      <span className={list.main}>
        <span>
          <bdi dir="ltr">{vatNumber}</bdi>
        </span>
        <span className={list.soft}>
          {t('archive.documents', { archived: format.count(archived), all: format.count(documents) })}
        </span>
        <UnknownNote tills={unknown} now={now} />
        {parts.map((part) => (
          <Part
            key={part.part}
            part={part}
            address={isKept ? `/office/archive/${entity}/${period}/${part.part}` : undefined}
            fault={checked?.find((each) => each.part === part.part)?.fault}
            now={now}
          />
        ))}
        {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
        {made !== undefined && <ResultNote tone="good">{t('archive.madeOf', { count: made })}</ResultNote>}
        {isKept && (
          <span className={forms.buttons}>
            {state === 'due' && may(person, 'archive.make') && (
              <Button
                aria-disabled={make.busy}
                aria-label={`${t('archive.make')}: ${name}`}
                onClick={() =>
                  void make
                    .run({ entity, period })
                    .then((done) => setMade(done?.ok ? done.value.documents : undefined))
                }
              >
                {t('archive.make')}
              </Button>
            )}
            {parts.length > 0 && (
              <Button
                variant="default"
                aria-disabled={check.busy}
                aria-label={`${t('archive.check')}: ${name}`}
                onClick={() =>
                  void check
                    .run({ entity, period })
                    .then((done) => setChecked(done?.ok ? done.value.parts : undefined))
                }
              >
                {t('archive.check')}
              </Button>
            )}
          </span>
        )}
      </span>
      <span className={list.end}>
        <StateMark tone={tones[state]}>{t(`archive.states.${state}`)}</StateMark>
        {state === 'open' && <span className={list.soft}>{t('archive.closes', { day: closesOn })}</span>}
        <span className={list.soft}>{t('archive.retained', { day: retainUntil })}</span>
      </span>
    </li>
  );
}

interface PartProps {
  readonly part: ArchivedMonth['parts'][number];
  /** The address of its files; undefined if this office has none. */
  readonly address: string | undefined;
  /** The fault that was found; null if there is none, undefined if nobody has checked. */
  readonly fault: OfficeOutput<'archive.check'>['parts'][number]['fault'] | undefined;
  readonly now: string;
}

function Part({ part: { part, at, documents }, address, fault, now }: PartProps) {
  const { t, when } = useOfficeWords();
  const { format } = useLanguage();
  const name = part === 0 ? t('archive.part') : t('archive.supplement', { part });
  return (
    <>
      <span>
        {name}: {t('archive.made', { time: when(at, now), shown: format.count(documents) })}
      </span>
      {address !== undefined && (
        <span className={forms.buttons}>
          {archiveFiles.map((file) => (
            <Button
              key={file}
              component="a"
              variant="subtle"
              href={`${address}/${file}`}
              download
              aria-label={`${t(`archive.files.${file}`)}: ${name}`}
            >
              {t(`archive.files.${file}`)}
            </Button>
          ))}
        </span>
      )}
      {fault === null && <StateMark tone="good">{t('archive.whole')}</StateMark>}
      {fault !== null && fault !== undefined && <Note tone="red">{t(`archive.faults.${fault}`)}</Note>}
    </>
  );
}
