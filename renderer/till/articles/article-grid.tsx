import { Box, Checkbox, NativeSelect } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Article, ArticleGroup } from '../../../shared/contract/till/articles.ts';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { type Form, useForm } from '../../ui/components/forms/use-form.ts';
import { useNameOf } from '../../ui/components/use-name-of.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { isWrongDay, readDay } from '../../ui/language/read-day.ts';
import { useFailureWords } from '../../ui/language/use-failure-words.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import styles from './article-grid.module.css';
import { type ArticleValues, articleOf, filled, valuesOf } from './article-values.ts';
import { Coming } from './price.tsx';
import { unitOptions } from './unit-options.ts';
import { useColourOptions } from './use-colour-options.ts';
import { useVatOptions } from './vat-field.tsx';

interface ArticleGridProps {
  readonly articles: readonly Article[];
  readonly groups: readonly ArticleGroup[];
}

/** The cells through which the arrow keys and Enter move from row to row. */
const typed = ['nameAr', 'nameEn', 'price', 'priceFrom'] as const;
const columns = [...typed, 'unit', 'group', 'vat', 'colour', 'favourite'] as const;
const cellId = (article: string, column: string) => `grid-${article}-${column}`;

/** A table of articles with editable cells; a row is saved as a whole when the focus leaves it. */
export function ArticleGrid({ articles, groups }: ArticleGridProps) {
  const { t } = useLanguage();
  return (
    <>
      <Box component="p" m="1rem 0 0.5rem" c="var(--ink-soft)">
        {t('articles.gridHint')}
      </Box>
      <table className={styles.grid} aria-label={t('articles.title')}>
        <thead className="visually-hidden">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(headOf(column))}
              </th>
            ))}
            <th scope="col">{t('articles.code')}</th>
          </tr>
        </thead>
        <tbody>
          {articles.map((article, index) => (
            <Row
              key={article.id}
              article={article}
              groups={groups}
              before={articles[index - 1]?.id}
              after={articles[index + 1]?.id}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps {
  readonly article: Article;
  readonly groups: readonly ArticleGroup[];
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function Row({ article, groups, before, after }: RowProps) {
  const { t, language } = useLanguage();
  const nameOf = useNameOf();
  const { say } = useFailureWords();
  const row = useRow(article);
  const { form, isSaving } = row;
  const vatOptions = useVatOptions(form.values.vat);
  const colourOptions = useColourOptions();
  const name = article.nameAr ?? article.nameEn ?? '';
  const move = (column: string, to: string | undefined) =>
    to !== undefined && document.getElementById(cellId(to, column))?.focus();
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const column = typed.find((one) => cellId(article.id, one) === (event.target as HTMLElement).id);
    if (event.key === 'Escape') form.reset();
    else if (event.key === 'Enter') {
      // The button of the calendar.
      if (event.target instanceof HTMLButtonElement) return;
      event.preventDefault();
      // Leaving the row saves it once; if it is refused, the cursor returns to it.
      if (column !== undefined && after !== undefined) move(column, after);
      else void row.save();
    } else if (column === undefined) return;
    else if (event.key === 'ArrowDown') move(column, after);
    else if (event.key === 'ArrowUp') move(column, before);
    else return;
    event.stopPropagation();
  };
  const onBlur = (event: FocusEvent<HTMLTableRowElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) void Promise.resolve().then(row.save);
  };
  const code = article.shortCode ?? article.codes[0] ?? '–';
  const label = (column: (typeof columns)[number]) => `${t(`articles.${column}`)} · ${name}`;
  const problem = form.failure === undefined ? problemOfChoices(form) : say(form.failure);
  return (
    <>
      <tr
        className={styles.row}
        data-changed={form.isChanged || undefined}
        aria-busy={isSaving}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {typed.map((column) => (
          <Cell
            key={column}
            form={form}
            column={column}
            head={t(headOf(column))}
            label={label(column)}
            id={cellId(article.id, column)}
          >
            {column === 'priceFrom' && <Coming next={article.next} />}
          </Cell>
        ))}
        <Choice
          head={t('articles.unit')}
          label={label('unit')}
          value={form.values.unit}
          options={unitOptions(form.values, language)}
          onChange={(unit) => form.set({ unit, unitWord: '' })}
        />
        <Choice
          head={t('articles.group')}
          label={label('group')}
          value={form.values.group}
          options={[
            { value: '', label: t('articles.noGroup') },
            ...groups.map((group) => ({ value: group.id, label: nameOf(group) })),
          ]}
          onChange={(group) => form.set({ group })}
        />
        <Choice
          head={t('articles.vat')}
          label={label('vat')}
          value={form.values.vat}
          options={vatOptions}
          onChange={(vat) => form.set({ vat })}
        />
        <Choice
          head={t('articles.colour')}
          label={label('colour')}
          value={form.values.colour}
          options={colourOptions}
          onChange={(colour) => form.set({ colour })}
        />
        <td className={styles.check} data-head={t('articles.favourite')}>
          <Checkbox
            size="lg"
            aria-label={label('favourite')}
            checked={form.values.favourite}
            onChange={(event) => form.set({ favourite: event.currentTarget.checked })}
          />
        </td>
        <td data-head={t('articles.code')}>
          <a
            className={styles.more}
            aria-label={`${code} · ${t('articles.edit')} · ${name}`}
            href={hashOf({ screen: 'article', id: article.id })}
          >
            <bdi>{code}</bdi>
          </a>
        </td>
      </tr>
      {problem !== undefined && (
        <tr>
          <td colSpan={columns.length + 1} role="alert" className={styles.problem}>
            {problem}
          </td>
        </tr>
      )}
    </>
  );
}

const problemOfChoices = (form: Form<ArticleValues>) =>
  (['unit', 'group', 'vat', 'colour', 'codes', 'shortCode'] as const)
    .map((field) => form.errorOf(field))
    .find((message) => message !== undefined);

/**
 * Holds the values of a row and saves them: one write for the whole row, with the revision that was shown. While
 * nothing is typed, the row follows the list.
 */
function useRow(article: Article) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('article.save');
  const [base, setBase] = useState(article);
  const form = useForm<ArticleValues, Article>({
    id: `grid-${article.id}`,
    initial: valuesOf(base),
    check: ({ nameAr, nameEn, priceFrom }) => ({
      nameAr: nameAr.trim() === '' && nameEn.trim() === '' ? words.issues['name-missing'] : undefined,
      priceFrom: isWrongDay(priceFrom) ? t('search.dayWrong') : undefined,
    }),
    send: (values) =>
      run({
        id: base.id,
        revision: base.revision,
        priceSeen: base.price ?? '',
        article: articleOf(values),
        ...filled({ priceFrom: readDay(values.priceFrom) ?? '' }),
      }),
    onDone(saved) {
      setBase(saved);
      form.take(valuesOf(saved));
    },
  });
  const isOther = article.revision > base.revision || article.price !== base.price;
  if (isOther && !form.isChanged && !busy) {
    setBase(article);
    form.set(valuesOf(article));
  }
  return {
    form: {
      ...form,
      reset() {
        setBase(article);
        form.set(valuesOf(article));
      },
    },
    isSaving: busy,
    /** Saves a changed row. @returns true when nothing is left to save */
    save: async () => !form.isChanged || (await form.submit()),
  };
}

const headOf = (column: (typeof columns)[number]) =>
  column === 'price' ? 'articles.priceWithVat' : (`articles.${column}` as const);

interface CellProps {
  readonly form: Form<ArticleValues>;
  readonly column: (typeof typed)[number];
  readonly head: string;
  readonly label: string;
  readonly id: string;
  readonly children?: ReactNode;
}

function Cell({ form, column, head, label, id, children }: CellProps) {
  const { error, onText, value } = form.text(column);
  const messageId = `${id}-error`;
  const field = { id, value, error, onText, messageId, 'aria-label': label };
  return (
    <td className={styles[column]} data-head={head}>
      {column === 'priceFrom' ? (
        <DayField {...field} />
      ) : (
        <Field
          {...field}
          maxLength={200}
          dir={column === 'price' ? 'ltr' : 'auto'}
          {...(column === 'price' && { amount: true })}
        />
      )}
      {error !== undefined && (
        <span id={messageId} className={styles.message}>
          {error}
        </span>
      )}
      {children}
    </td>
  );
}

interface ChoiceProps<Value extends string> {
  readonly head: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  onChange(value: Value): void;
}

function Choice<Value extends string>({ head, label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <td data-head={head}>
      <NativeSelect
        aria-label={label}
        value={value}
        data={[...options]}
        onChange={(event) => {
          const chosen = options.find((one) => one.value === event.currentTarget.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      />
    </td>
  );
}
