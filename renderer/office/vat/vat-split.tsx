import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeInput } from '../../../shared/office/contract.ts';
import type { DocumentPlace } from '../../../shared/office/documents.ts';
import common from '../../ui/components/common.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { useOfficePages, useOfficeQuery } from '../office.ts';
import styles from '../parts/documents.module.css';
import { AmountCell, SumCells, SumTable } from '../parts/sum-table.tsx';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';

type Asked = OfficeInput<'vat.split'>;

/** The details of a sum: by branch, then by till, by day, and into the documents of that day. */
export function VatSplit({ asked, name }: { asked: Asked; name?: string }) {
  const { t, say } = useOfficeWords();
  const { data, error } = useOfficeQuery('vat.split', asked);
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
                <bdi>{row.name}</bdi>
              </Button>
            </td>
            <SumCells sum={row} />
          </tr>
        ))}
      </SumTable>
      {open !== undefined && by === 'branch' && open.id !== null && (
        <VatSplit key={open.id} asked={{ ...asked, branch: open.id }} name={open.name} />
      )}
      {open !== undefined && by === 'till' && open.id !== null && (
        <VatSplit key={open.id} asked={{ ...asked, device: open.id }} name={open.name} />
      )}
      {open !== undefined && by === 'day' && <DayDocuments asked={asked} day={open.name} />}
    </>
  );
}

function DayDocuments({ asked: { device }, day }: { asked: Asked; day: string }) {
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
