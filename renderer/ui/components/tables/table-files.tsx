import { Box, Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { Failure, Result } from '../../../../shared/failure.ts';
import { describeIssue } from '../../../../shared/words/index.ts';
import { useLanguage } from '../../language/language.tsx';
import common from '../common.module.css';
import { ProblemNote } from '../marks/failure-note.tsx';
import { Note } from '../marks/note.tsx';
import { Written } from '../written.tsx';
import table from './plain-table.module.css';
import { fileTypes, saveBase64 } from './save-file.ts';
import { TableHead } from './table-head.tsx';

/* Files for spreadsheets: a list can be saved, and a file can be imported after a preview. */

/** The formats of a list that can be imported again. */
export const tableFormats = ['xlsx', 'csv'] as const;

interface ExportButtonsProps<F> {
  readonly formats: readonly F[];
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** Requests the file from the terminal. Resolves to undefined when a request was already in progress. */
  make(format: F): Promise<Result<{ readonly fileName: string; readonly base64: string }> | undefined>;
  readonly leading?: ReactNode;
  readonly children?: ReactNode;
}

export function ExportButtons<F extends keyof typeof fileTypes>(props: ExportButtonsProps<F>) {
  const { formats, busy, failure, make, leading, children } = props;
  const { t } = useLanguage();
  const save = async (format: F) => {
    const made = await make(format);
    if (made?.ok) saveBase64(made.value, fileTypes[format]);
  };
  return (
    <>
      <ProblemNote of={failure} />
      <div className={common.buttons}>
        {leading}
        {formats.map((format) => (
          <Button key={format} variant="default" aria-disabled={busy} onClick={() => void save(format)}>
            {t('tables.exportAs', { format: format.toUpperCase() })}
          </Button>
        ))}
        {children}
      </div>
    </>
  );
}

interface ChooseTableProps {
  readonly className?: string | undefined;
  readonly isReading: boolean;
  /** Called with the contents of the chosen file in Base64. */
  onFile(base64: string): void;
}

export function ChooseTable({ className, isReading, onFile }: ChooseTableProps) {
  const { t } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (file !== undefined) onFile(await base64Of(file));
  };
  return (
    <>
      <Button
        size="lg"
        className={className}
        aria-disabled={isReading}
        onClick={() => input.current?.click()}
      >
        {t(isReading ? 'tables.reading' : 'tables.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx,.txt"
        hidden
        aria-label={t('tables.choose')}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunks: string[] = [];
  // A call with more arguments than this exceeds the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(chunks.join(''));
}

interface Fault<C extends string> {
  readonly row: number;
  readonly column?: C | undefined;
  readonly code: string;
  readonly params?: Record<string, string | number> | undefined;
  readonly name?: string | undefined;
  readonly value?: string | undefined;
}

interface TablePreviewProps<C extends string> {
  readonly preview: {
    readonly added: number;
    readonly changed: number;
    readonly unread: readonly string[];
    readonly faultCount: number;
    readonly faults: readonly Fault<C>[];
    /** The number of rows with faults, for an import that leaves them out; other imports wait until they are mended. */
    readonly refused?: number;
  };
  readonly columns: Readonly<Record<C, string>>;
  readonly facts: readonly string[];
  /** The faults and warnings about which somebody may decide. */
  readonly notices?: ReactNode;
  /** Further buttons beside the one that imports. */
  readonly buttons?: ReactNode;
  readonly sample: ReactNode;
  readonly busy: boolean;
  onImport(): void;
}

/** The changes that an import would make, with the way to make them, and its faults by row and column. */
export function TablePreview<C extends string>(props: TablePreviewProps<C>) {
  const { preview, columns, facts, notices, buttons, sample, busy, onImport } = props;
  const { t, words } = useLanguage();
  const { added, changed, unread, faultCount, refused } = preview;
  const isBlocked = faultCount > 0 && refused === undefined;
  return (
    <Box component="section" mb="xl">
      <h3>{t('tables.preview')}</h3>
      <Box component="ul" m="0 0 1rem" ps="1.5rem" lh={1.8}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
        {unread.length > 0 && <li>{t('tables.unread', { names: unread.join(words.formats.comma) })}</li>}
      </Box>
      {isBlocked && <Note tone="red">{t('tables.faults', { count: faultCount })}</Note>}
      {notices}
      {!isBlocked && (
        <div className={common.buttons}>
          {added + changed > 0 && (
            <Button size="xl" aria-disabled={busy} onClick={onImport}>
              {t(busy ? 'tables.importing' : 'tables.doImport')}
            </Button>
          )}
          {buttons}
        </div>
      )}
      {!isBlocked && added + changed === 0 && <p className={common.soft}>{t('tables.nothing')}</p>}
      {faultCount > 0 && <Faults faults={preview.faults} columns={columns} />}
      {!isBlocked && sample}
    </Box>
  );
}

function Faults<C extends string>({
  faults,
  columns,
}: Pick<TablePreviewProps<C>, 'columns'> & { readonly faults: readonly Fault<C>[] }) {
  const { t, language } = useLanguage();
  const hasFacts = faults.some(({ name, value }) => name !== undefined || value !== undefined);
  const facts = hasFacts ? [t('tables.name'), t('tables.value')] : [];
  return (
    <table className={`${common.table} ${table.table}`}>
      <TableHead heads={[t('tables.row'), t('tables.column'), ...facts, t('tables.reason')]} />
      <tbody>
        {faults.map(({ row, column, code, params, name, value }) => (
          <tr key={`${row} ${column} ${code}`}>
            <td>{row}</td>
            <td>{column && columns[column]}</td>
            {hasFacts && (
              <>
                <td>
                  <Written text={name} />
                </td>
                <td>
                  <Written text={value} />
                </td>
              </>
            )}
            <td>{describeIssue({ path: [], code, message: code, ...(params && { params }) }, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
