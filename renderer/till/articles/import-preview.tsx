import { Button } from '@mantine/core';
import type { CommandInput } from '../../../shared/contract/index.ts';
import type { ImportNotice, ImportPreview } from '../../../shared/contract/till/articles.ts';
import {
  choicesOfFault,
  choicesOfWarning,
  type ImportChoice,
  isUnit,
} from '../../../shared/sale/import-choices.ts';
import { fileWords, unitWords } from '../../../shared/words/article-files.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import table from '../../ui/components/tables/plain-table.module.css';
import { fileTypes, saveBase64 } from '../../ui/components/tables/save-file.ts';
import { TablePreview } from '../../ui/components/tables/table-files.tsx';
import { TableHead } from '../../ui/components/tables/table-head.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import styles from './import-preview.module.css';
import { Price } from './price.tsx';

type Decision = Omit<CommandInput<'article.decideImport'>, 'import'>;

interface ImportPreviewProps {
  readonly preview: ImportPreview;
  readonly busy: boolean;
  onImport(): void;
  onDecide(decision: Decision): void;
}

export function ImportPreviewView({ preview, busy, onImport, onDecide }: ImportPreviewProps) {
  const { t, words, language } = useLanguage();
  const { added, changed, unchanged, refused, groups, faultGroups, warnings } = preview;
  return (
    <TablePreview
      preview={preview}
      columns={fileWords[language].columns}
      facts={[
        t('articles.added', { count: added }),
        t('articles.changed', { count: changed }),
        t('articles.unchanged', { count: unchanged }),
        ...(refused > 0 ? [t('articles.refused', { count: refused })] : []),
        ...(groups.length > 0 ? [t('articles.newGroups', { names: groups.join(words.formats.comma) })] : []),
      ]}
      notices={
        <>
          {refused > 0 && <Note tone="amber">{t('articles.refusedLead')}</Note>}
          <Notices
            title={t('articles.leftOut')}
            notices={faultGroups}
            choicesOf={choicesOfFault}
            {...{ busy, onDecide }}
          />
          <Notices
            title={t('articles.lookAt')}
            notices={warnings}
            choicesOf={choicesOfWarning}
            {...{ busy, onDecide }}
          />
        </>
      }
      buttons={refused > 0 && <SaveRefused import={preview.import} count={refused} />}
      sample={<Sample rows={preview.sample} />}
      busy={busy}
      onImport={onImport}
    />
  );
}

interface PriceQuestionProps {
  readonly columns: ImportPreview['priceColumns'];
  readonly busy: boolean;
  onChoose(at: number): void;
}

/** Asks which of several columns has the prices. */
export function PriceQuestion({ columns, busy, onChoose }: PriceQuestionProps) {
  const { t, words } = useLanguage();
  return (
    <section>
      <h3>{t('articles.whichPrice')}</h3>
      <ul className={styles.notices}>
        {columns.map(({ at, heading, examples }) => (
          <li key={at} className={styles.notice}>
            <Written text={examples.join(words.formats.comma)} className={common.soft} />
            <Button variant="default" size="lg" aria-disabled={busy} onClick={() => busy || onChoose(at)}>
              <Written text={heading} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Saves the rows that are not imported, with their reasons. */
export function SaveRefused({ import: id, count }: { import: string; count: number }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('article.refusedRows');
  const save = async () => {
    const made = await run({ import: id, language });
    if (made?.ok) saveBase64(made.value, fileTypes.xlsx);
  };
  return (
    <>
      <Button variant="default" size="xl" aria-disabled={busy} onClick={() => void save()}>
        {t('articles.saveRefused', { count })}
      </Button>
      <ProblemNote of={failure} />
    </>
  );
}

interface NoticesProps extends Pick<ImportPreviewProps, 'busy' | 'onDecide'> {
  readonly title: string;
  readonly notices: readonly ImportNotice[];
  choicesOf(notice: ImportNotice): ImportChoice[];
}

function Notices({ title, notices, choicesOf, busy, onDecide }: NoticesProps) {
  const { t } = useLanguage();
  if (notices.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className={styles.notices}>
        {notices.map((notice) => {
          const { column, code, word } = notice;
          const decide = (choice: ImportChoice) => {
            if (!busy)
              onDecide({ ...(column && { column }), code, ...(word !== undefined && { word }), choice });
          };
          return (
            <li key={`${column} ${code} ${word}`} className={styles.notice}>
              <NoticeText notice={notice} />
              <Choices choices={choicesOf(notice)} label={t('articles.unitMeans')} onChoose={decide} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function NoticeText({ notice }: { notice: ImportNotice }) {
  const { t, words, language } = useLanguage();
  const { column, code, params, values, count, rows } = notice;
  const value = values.map((one) => `\u2068${one}\u2069`).join(words.formats.comma);
  const more = count > rows.length ? ' …' : '';
  return (
    <div>
      <strong>
        {column && `${fileWords[language].columns[column]}: `}
        {t('articles.rows', { count })}
      </strong>{' '}
      <span className={common.soft}>
        {rows.join(words.formats.comma)}
        {more}
      </span>
      <div>{describeIssue({ path: [], code, message: code, params: { ...params, value } }, language)}</div>
    </div>
  );
}

interface ChoicesProps {
  readonly choices: readonly ImportChoice[];
  readonly label: string;
  onChoose(choice: ImportChoice): void;
}

function Choices({ choices, label, onChoose }: ChoicesProps) {
  const { t, language } = useLanguage();
  const units = choices.filter(isUnit);
  return (
    <div className={styles.choices}>
      {units.length > 0 && (
        <SelectField
          label={label}
          value=""
          options={[
            { value: '', label: t('articles.unitChoose') },
            ...units.map((unit) => ({ value: unit, label: unitWords[language].names[unit] })),
          ]}
          onChange={(unit) => {
            if (unit !== '') onChoose(unit);
          }}
        />
      )}
      {choices.map((choice) =>
        isUnit(choice) ? null : (
          <Button
            key={choice}
            variant="default"
            size="lg"
            className={units.length > 0 ? common.below : undefined}
            onClick={() => onChoose(choice)}
          >
            {t(`articles.choices.${choice}`)}
          </Button>
        ),
      )}
    </div>
  );
}

function Sample({ rows }: { rows: ImportPreview['sample'] }) {
  const { t, language } = useLanguage();
  if (rows.length === 0) return null;
  return (
    <table className={`${common.table} ${table.table}`}>
      <TableHead
        heads={[t('tables.row'), t('articles.name'), fileWords[language].columns.codes]}
        figures={[t('articles.price')]}
      />
      <tbody>
        {rows.map(({ row, kind, name, codes, price, before }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>
              <Written text={name} />
            </td>
            <td>
              <bdi>{codes.join(' | ')}</bdi>
            </td>
            <td className={common.right}>
              {kind === 'changed' && before !== price && (
                <del className={common.soft}>
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
