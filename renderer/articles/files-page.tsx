import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ImportPreview } from '../../shared/contract/articles.ts';
import { fileWords } from '../../shared/words/article-files.ts';
import { describeIssue } from '../../shared/words/index.ts';
import { Field } from '../components/field.tsx';
import forms from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { saveFile } from '../components/save-file.ts';
import { StateMark } from '../components/state-mark.tsx';
import { useLanguage } from '../language/language.tsx';
import { useFailureWords } from '../language/use-failure-words.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import styles from './articles.module.css';
import { Price } from './price.tsx';

const formats = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** Files for spreadsheets: the list goes out, and a file comes in after its preview. */
export function FilesPage() {
  const { t } = useLanguage();
  return (
    <div className={page.page}>
      <div className={page.inner}>
        <h2>{t('articles.importTitle')}</h2>
        <p className={page.lead}>{t('articles.importLead')}</p>
        <Import />
        <h3>{t('articles.exportTitle')}</h3>
        <p className={page.lead}>{t('articles.exportLead')}</p>
        <Export />
      </div>
    </div>
  );
}

function Export() {
  const { t, language } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('article.export');
  const save = async (format: keyof typeof formats) => {
    const done = await run({ format, language });
    if (!done?.ok) return;
    const bytes = Uint8Array.from(atob(done.value.base64), (character) => character.charCodeAt(0));
    saveFile(done.value.fileName, bytes, formats[format]);
  };
  return (
    <>
      {failure && <Note tone="red">{say(failure)}</Note>}
      <div className={page.buttons}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button key={format} variant="default" aria-disabled={busy} onClick={() => void save(format)}>
            {t('articles.exportAs', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
    </>
  );
}

function Import() {
  const { t } = useLanguage();
  const { say } = useFailureWords();
  const read = useTerminalCommand('article.previewImport');
  const readSold = useTerminalCommand('article.previewSold');
  const take = useTerminalCommand('article.import');
  const input = useRef<HTMLInputElement>(null);
  const [priceFrom, setPriceFrom] = useState('');
  const [preview, setPreview] = useState<ImportPreview>();
  const [done, setDone] = useState<{ added: number; changed: number }>();
  const show = (result: { ok: true; value: ImportPreview } | { ok: false } | undefined) => {
    setDone(undefined);
    setPreview(result?.ok ? result.value : undefined);
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    readSold.forget();
    take.forget();
    show(await read.run({ base64: await base64Of(file), ...(priceFrom !== '' && { priceFrom }) }));
  };
  const chooseSold = async () => {
    read.forget();
    take.forget();
    show(await readSold.run({}));
  };
  const write = async (id: string) => {
    const result = await take.run({ import: id });
    if (!result?.ok) return;
    setDone(result.value);
    setPreview(undefined);
  };
  const failure = read.failure ?? readSold.failure ?? take.failure;
  const isReading = read.busy || readSold.busy;
  return (
    <>
      <div className={styles.tools}>
        <Field
          label={t('articles.pricesFrom')}
          type="date"
          value={priceFrom}
          error={undefined}
          onText={setPriceFrom}
        />
        <Button
          size="lg"
          className={styles.add}
          aria-disabled={isReading}
          onClick={() => input.current?.click()}
        >
          {t(isReading ? 'articles.reading' : 'articles.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.xlsx,.txt"
          hidden
          aria-label={t('articles.choose')}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button
          variant="default"
          size="lg"
          className={styles.add}
          aria-disabled={isReading}
          onClick={() => void chooseSold()}
        >
          {t('articles.chooseSold')}
        </Button>
      </div>
      <div className={forms.result} role="status">
        {done && (
          <StateMark tone="good">
            {t('articles.imported', {
              added: t('articles.added', { count: done.added }),
              changed: t('articles.changed', { count: done.changed }),
            })}
          </StateMark>
        )}
      </div>
      {failure && <Note tone="red">{say(failure)}</Note>}
      {preview && <Preview preview={preview} busy={take.busy} onImport={() => void write(preview.import)} />}
    </>
  );
}

/** Returns the contents of a file in Base64. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunks: string[] = [];
  // A call with more arguments than these exceeds the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(chunks.join(''));
}

interface PreviewProps {
  readonly preview: ImportPreview;
  readonly busy: boolean;
  onImport(): void;
}

function Preview({ preview, busy, onImport }: PreviewProps) {
  const { t, words } = useLanguage();
  const { added, changed, unchanged, restored, groups, unread, faultCount } = preview;
  const join = (names: readonly string[]) => names.join(words.formats.comma);
  return (
    <section className={styles.preview}>
      <h3>{t('articles.preview')}</h3>
      <ul className={styles.facts}>
        <li>{t('articles.added', { count: added })}</li>
        <li>{t('articles.changed', { count: changed })}</li>
        <li>{t('articles.unchanged', { count: unchanged })}</li>
        {groups.length > 0 && <li>{t('articles.newGroups', { names: join(groups) })}</li>}
        {unread.length > 0 && <li>{t('articles.unread', { names: join(unread) })}</li>}
        {restored > 0 && <li>{t('articles.restored', { count: restored })}</li>}
      </ul>
      {faultCount > 0 ? (
        <>
          <Note tone="red">{t('articles.faults', { count: faultCount })}</Note>
          <Faults faults={preview.faults} />
        </>
      ) : (
        <>
          <Sample rows={preview.sample} />
          {added + changed === 0 ? (
            <p className={styles.soft}>{t('articles.nothing')}</p>
          ) : (
            <Button size="xl" aria-disabled={busy} onClick={onImport}>
              {t(busy ? 'articles.importing' : 'articles.doImport')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function Faults({ faults }: { faults: ImportPreview['faults'] }) {
  const { t, language } = useLanguage();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('articles.row')}</th>
          <th scope="col">{t('articles.column')}</th>
          <th scope="col">{t('articles.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ row, column, code, params }) => (
          <tr key={`${row} ${column} ${code}`}>
            <td>{row}</td>
            <td>{column && fileWords[language].columns[column]}</td>
            <td>{describeIssue({ path: [], code, message: code, ...(params && { params }) }, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sample({ rows }: { rows: ImportPreview['sample'] }) {
  const { t } = useLanguage();
  if (rows.length === 0) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('articles.row')}</th>
          <th scope="col">{t('articles.name')}</th>
          <th scope="col" className={styles.amount}>
            {t('articles.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, kind, name, price, before }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>
              <bdi>{name}</bdi>
            </td>
            <td className={styles.amount}>
              {kind === 'changed' && before !== price && (
                <del className={styles.was}>
                  <Price price={before} />
                </del>
              )}{' '}
              <Price price={price} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
