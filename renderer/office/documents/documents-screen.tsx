import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type DocumentFilter,
  type DocumentPlace,
  type DocumentRow,
  type DocumentState,
  documentStates,
} from '../../../shared/office/documents.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import common from '../../ui/components/common.module.css';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { StatusMark } from '../../ui/components/marks/status-mark.tsx';
import { Written } from '../../ui/components/written.tsx';
import { readDay } from '../../ui/language/read-day.ts';
import { useOfficePages, useOfficeQuery } from '../office.ts';
import styles from '../parts/documents.module.css';
import { AmountCell, SumTable } from '../parts/sum-table.tsx';
import { UnknownNote } from '../parts/unknown-note.tsx';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';

const nothing = { text: '', from: '', to: '', entity: '', branch: '', state: '' };
type Typed = Readonly<typeof nothing>;

/** Returns the valid part of the typed filter. */
function filterOf({ text, from, to, entity, branch, state }: Typed): DocumentFilter {
  return {
    ...(text.trim() !== '' && { text: withLatinNumbers(text.trim()) }),
    ...(readDay(from) !== undefined && { from }),
    ...(readDay(to) !== undefined && { to }),
    ...(entity !== '' && { entity: Number(entity) }),
    ...(branch !== '' && { branch: Number(branch) }),
    ...(state !== '' && { state: state as DocumentState }),
  };
}

export function DocumentsScreen() {
  const { t, say } = useOfficeWords();
  const [typed, setTyped] = useState(nothing);
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const filter = filterOf(typed);
  const { data, error, fetchNextPage, hasNextPage, isFetching } = useOfficePages(
    'document.find',
    (before: DocumentPlace | undefined) => ({
      ...filter,
      ...(before !== undefined && { before }),
    }),
    ({ next }) => next ?? undefined,
  );
  const rows = data?.pages.flatMap(({ documents }) => documents) ?? [];
  const first = data?.pages[0];
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('screens.documents')}</h1>
      <Filter typed={typed} onChange={set} />
      {error !== null && <Note tone="red">{say(error)}</Note>}
      {first !== undefined && <UnknownNote tills={first.unknown} now={first.now} />}
      {first !== undefined && rows.length === 0 && !isFetching && (
        <p>{t(first.unknown.length === 0 ? 'documents.none' : 'documents.noneKnown')}</p>
      )}
      {rows.length > 0 && <Rows rows={rows} />}
      {hasNextPage && (
        <Button variant="default" mt="md" onClick={() => void fetchNextPage()}>
          {t('documents.more')}
        </Button>
      )}
    </div>
  );
}

function Filter({ typed, onChange }: { typed: Typed; onChange(change: Partial<Typed>): void }) {
  const { t } = useOfficeWords();
  const { data: places } = useOfficeQuery('place.list', {});
  const branches = places?.branches.filter(
    ({ entity }) => typed.entity === '' || String(entity) === typed.entity,
  );
  return (
    <search className={styles.filter}>
      <Field
        label={t('documents.search')}
        type="search"
        value={typed.text}
        error={undefined}
        onText={(text) => onChange({ text })}
      />
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`documents.${end}`)}
          value={typed[end]}
          error={undefined}
          onText={(text) => onChange({ [end]: withLatinNumbers(text).trim() })}
        />
      ))}
      <SelectField
        label={t('documents.taxpayer')}
        value={typed.entity}
        options={[
          { value: '', label: t('documents.anyTaxpayer') },
          ...(places?.entities.map(({ entity, vatNumber }) => ({
            value: String(entity),
            label: vatNumber,
          })) ?? []),
        ]}
        onChange={(entity) => onChange({ entity, branch: '' })}
      />
      <SelectField
        label={t('documents.branch')}
        value={typed.branch}
        options={[
          { value: '', label: t('documents.anyBranch') },
          ...(branches?.map(({ branch, name }) => ({ value: String(branch), label: name })) ?? []),
        ]}
        onChange={(branch) => onChange({ branch })}
      />
      <SelectField
        label={t('documents.state')}
        value={typed.state}
        options={[
          { value: '', label: t('documents.anyState') },
          ...documentStates.map((state) => ({ value: state, label: t(`documents.states.${state}`) })),
        ]}
        onChange={(state) => onChange({ state })}
      />
    </search>
  );
}

function Rows({ rows }: { rows: readonly DocumentRow[] }) {
  const { t } = useOfficeWords();
  return (
    <SumTable
      heads={(['number', 'issued', 'till', 'state'] as const).map((name) => t(`documents.${name}`))}
      amounts={[t('documents.vat'), t('documents.total')]}
    >
      {rows.map((row) => (
        <Row key={`${row.device}.${row.generation}.${row.icv}`} row={row} />
      ))}
    </SumTable>
  );
}

const kinds = ['388', '381', '383', '386'] as const;

function Row({ row }: { row: DocumentRow }) {
  const { t } = useOfficeWords();
  const { device, generation, icv, number, kind, issuedAt, till, state, vat, payable, currency } = row;
  const knownKind = kinds.find((each) => each === kind);
  return (
    <tr>
      <td>
        <a
          href={addressOf({ screen: 'document', device, generation, icv })}
          className={`${common.link} ${styles.number}`}
        >
          <bdi>{number}</bdi>
        </a>
        <span className={common.soft}>
          {knownKind === undefined ? kind : t(`documents.kinds.${knownKind}`)}
        </span>
      </td>
      <td>
        <bdi dir="ltr">{issuedAt.slice(0, 16).replace('T', ' ')}</bdi>
      </td>
      <td>
        <Written text={till} />
      </td>
      <td>
        <StatusMark state={state} />
      </td>
      <AmountCell amount={vat} />
      <AmountCell amount={payable} currency={currency} />
    </tr>
  );
}
