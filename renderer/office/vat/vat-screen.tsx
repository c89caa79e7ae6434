import { Box, Button, Flex } from '@mantine/core';
import { useState } from 'react';
import type { OfficeInput, OfficeOutput } from '../../../shared/office/contract.ts';
import type { DocumentPlace } from '../../../shared/office/documents.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import common from '../../ui/components/common.module.css';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { Written } from '../../ui/components/written.tsx';
import { riyadhDateAndTime } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { readDay } from '../../ui/language/read-day.ts';
import { useOfficePages, useOfficeQuery } from '../office.ts';
import styles from '../parts/documents.module.css';
import { AmountCell, SumCells, SumTable } from '../parts/sum-table.tsx';
import { UnknownNote } from '../parts/unknown-note.tsx';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

function thisQuarter(): Days {
  const to = riyadhDateAndTime(new Date().toISOString()).date;
  const month = Number(to.slice(5, 7));
  const first = String(month - ((month - 1) % 3)).padStart(2, '0');
  return { from: `${to.slice(0, 5)}${first}-01`, to };
}

export function VatScreen() {
  const { t, say } = useOfficeWords();
  const [days, setDays] = useState(thisQuarter);
  const { data, error } = useOfficeQuery('vat.sums', days);
  const form = useForm({
    id: 'vat',
    initial: days,
    check: ({ from, to }) => ({
      from: readDay(from) === undefined ? t('vat.wrongDays') : undefined,
      to:
        readDay(to) === undefined || (readDay(from) !== undefined && from > to)
          ? t('vat.wrongDays')
          : undefined,
    }),
    send: async (typed) => ({ ok: true, value: typed }),
    onDone: setDays,
  });
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('screens.vat')}</h1>
      <Box component="p" maw="44rem" m="0 0 0.5rem" c="var(--ink-soft)">
        {t('vat.lead')}
      </Box>
      <Flex component="form" wrap="wrap" gap="0 1rem" align="end" onSubmit={form.onSubmit} noValidate>
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            {...form.text(end, (text) => withLatinNumbers(text).trim())}
            label={t(`vat.${end}`)}
            messageId="vat-days"
          />
        ))}
        <Button type="submit">{t('vat.show')}</Button>
      </Flex>
      <p id="vat-days" role="alert">
        {form.errorOf('from') ?? form.errorOf('to')}
      </p>
      {error !== null && <Note tone="red">{say(error)}</Note>}
      {data?.entities.map((entity) => (
        <Entity key={entity.entity} entity={entity} now={data.now} days={days} />
      ))}
    </div>
  );
}

type Sums = OfficeOutput<'vat.sums'>['entities'][number];

function Entity({ entity, now, days }: { entity: Sums; now: string; days: Days }) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  const { vatNumber, rows, unknown, open, rejected, apart } = entity;
  return (
    <section className={styles.card} aria-label={vatNumber}>
      <h2>
        <bdi dir="ltr">{vatNumber}</bdi>
      </h2>
      {unknown.length === 0 ? (
        <StateMark tone="good">{t('vat.complete')}</StateMark>
      ) : (
        <UnknownNote tills={unknown} now={now} />
      )}
      {rows.length === 0 ? (
        <p>{t('vat.empty')}</p>
      ) : (
        <>
          <Table entity={entity} />
          {open.count > 0 && <p>{t('vat.open', { count: open.count, vat: format.money(open.vat) })}</p>}
          {rejected.count > 0 && (
            <p>{t('vat.rejected', { count: rejected.count, vat: format.money(rejected.vat) })}</p>
          )}
          {apart > 0 && <p>{t('vat.apart', { count: apart })}</p>}
          <VatSplit request={{ ...days, entity: entity.entity }} />
        </>
      )}
    </section>
  );
}

const categories = ['S', 'Z', 'E', 'O'] as const;

function Table({ entity: { rows, taxable, vat } }: { entity: Sums }) {
  const { t } = useOfficeWords();
  return (
    <SumTable
      heads={[t('vat.kind'), t('vat.category'), t('vat.rate')]}
      amounts={[t('vat.count'), t('vat.taxable'), t('vat.vat')]}
    >
      {rows.map((row) => {
        const knownCategory = categories.find((each) => each === row.category);
        return (
          <tr key={`${row.part}-${row.category}-${row.rate}-${row.reason}`}>
            <td>{t(`vat.${row.part}`)}</td>
            <td>
              {knownCategory === undefined ? row.category : t(`vat.categories.${knownCategory}`)}{' '}
              <bdi dir="ltr" className={common.soft}>
                {row.reason}
              </bdi>
            </td>
            <td>
              <bdi dir="ltr">{row.rate}%</bdi>
            </td>
            <SumCells sum={row} />
          </tr>
        );
      })}
      <tr className={styles.total}>
        <th scope="row" colSpan={4}>
          {t('vat.sum')}
        </th>
        <AmountCell amount={taxable} currency="SAR" />
        <AmountCell amount={vat} currency="SAR" />
      </tr>
    </SumTable>
  );
}

type SplitRequest = OfficeInput<'vat.split'>;

function VatSplit({ request, name }: { request: SplitRequest; name?: string }) {
  const { t, say } = useOfficeWords();
  const { data, error } = useOfficeQuery('vat.split', request);
  const [open, setOpen] = useState<{ id: number | null; name: string }>();
  if (data === undefined) return error === null ? null : <Note tone="red">{say(error)}</Note>;
  const { by } = data;
  return (
    <>
      <h3>
        {t(`vat.by.${by}`)}
        {name !== undefined && ` · ${t('vat.splitOf', { name })}`}
      </h3>
      <SumTable heads={[t(`vat.by.${by}`)]} amounts={[t('vat.count'), t('vat.taxable'), t('vat.vat')]}>
        {data.rows.map((row) => (
          <tr key={`${row.id}-${row.name}`}>
            <td>
              <Button
                variant="subtle"
                aria-expanded={open?.name === row.name && open.id === row.id}
                onClick={() => setOpen(row)}
              >
                <Written text={row.name} />
              </Button>
            </td>
            <SumCells sum={row} />
          </tr>
        ))}
      </SumTable>
      {open !== undefined && by === 'branch' && open.id !== null && (
        <VatSplit key={open.id} request={{ ...request, branch: open.id }} name={open.name} />
      )}
      {open !== undefined && by === 'till' && open.id !== null && (
        <VatSplit key={open.id} request={{ ...request, device: open.id }} name={open.name} />
      )}
      {open !== undefined && by === 'day' && <DayDocuments request={request} day={open.name} />}
    </>
  );
}

function DayDocuments({ request: { device }, day }: { request: SplitRequest; day: string }) {
  const { t, say } = useOfficeWords();
  const { data, error, fetchNextPage, hasNextPage } = useOfficePages(
    'document.find',
    (before: DocumentPlace | undefined) => ({
      ...{ from: day, to: day },
      ...(device !== undefined && { device }),
      ...(before !== undefined && { before }),
    }),
    ({ next }) => next ?? undefined,
  );
  return (
    <>
      <h3>
        {t('vat.documents')} · <bdi dir="ltr">{day}</bdi>
      </h3>
      {error !== null && <Note tone="red">{say(error)}</Note>}
      <table className={`${common.table} ${styles.table}`}>
        <tbody>
          {data?.pages.flatMap(({ documents }) =>
            documents.map((row) => (
              <tr key={`${row.generation}.${row.icv}`}>
                <td>
                  <a
                    className={`${common.link} ${styles.number}`}
                    href={addressOf({ screen: 'document', ...row })}
                  >
                    <bdi>{row.number}</bdi>
                  </a>
                </td>
                <td>{t(`documents.states.${row.state}`)}</td>
                <AmountCell amount={row.taxable} />
                <AmountCell amount={row.vat} />
              </tr>
            )),
          )}
        </tbody>
      </table>
      {hasNextPage && (
        <Button variant="default" mt="md" onClick={() => void fetchNextPage()}>
          {t('documents.more')}
        </Button>
      )}
    </>
  );
}
