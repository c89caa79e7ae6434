import type { Article } from '../../../shared/contract/till/articles.ts';
import type { Result } from '../../../shared/failure.ts';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { FormButtons } from '../../ui/components/forms/form-buttons.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { TextField } from '../../ui/components/forms/text-field.tsx';
import { Toggle } from '../../ui/components/forms/toggle.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { useNameOf } from '../../ui/components/use-name-of.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { isWrongDay } from '../../ui/language/read-day.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { type ArticleValues, shortToScan, valuesOf } from './article-values.ts';
import { unitOptions } from './unit-options.ts';
import { useColourOptions } from './use-colour-options.ts';
import { needsWords, VatField } from './vat-field.tsx';

interface ArticleFormProps {
  readonly article: Partial<Article>;
  /** True for an article of the list: only its price can be dated ahead. */
  readonly isKnown: boolean;
  readonly busy: boolean;
  send(values: ArticleValues): Promise<Result<Article> | undefined>;
  onDone(): void;
  onCancel(): void;
}

export function ArticleForm({ article, isKnown, busy, send, onDone, onCancel }: ArticleFormProps) {
  const { t, language, words } = useLanguage();
  const colourOptions = useColourOptions();
  const nameOf = useNameOf();
  const groups = useTerminalQuery('article.groups', {}).data?.groups ?? [];
  const form = useForm<ArticleValues, Article>({
    id: 'article',
    initial: valuesOf(article),
    check: ({ nameAr, nameEn, vat, reasonText, priceFrom }) => ({
      nameAr: nameAr.trim() === '' && nameEn.trim() === '' ? words.issues['name-missing'] : undefined,
      reasonText: needsWords(vat) && reasonText.trim() === '' ? words.issues.blank : undefined,
      priceFrom: isWrongDay(priceFrom) ? t('search.dayWrong') : undefined,
    }),
    send,
    onDone,
  });
  const { values, set } = form;
  const tooShort = shortToScan(values);
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <div className={forms.fields}>
        <Field {...form.text('nameAr')} label={t('articles.nameAr')} dir="auto" maxLength={200} autoFocus />
        <Field {...form.text('nameEn')} label={t('articles.nameEn')} dir="auto" maxLength={200} />
        <Field
          {...form.text('price')}
          label={t('articles.priceWithVat')}
          description={t('articles.priceHint')}
          styles={{ description: { fontSize: '1rem' } }}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="decimal"
          dir="ltr"
        />
        {isKnown ? <DayField {...form.text('priceFrom')} label={t('articles.priceFrom')} /> : <span />}
        <SelectField
          label={t('articles.unit')}
          value={values.unit}
          options={unitOptions(values, language)}
          onChange={(unit) => set({ unit, unitWord: '' })}
        />
        <SelectField
          label={t('articles.group')}
          value={values.group}
          options={[
            { value: '', label: t('articles.noGroup') },
            ...groups.map((group) => ({ value: group.id, label: nameOf(group) })),
          ]}
          onChange={(group) => set({ group })}
        />
        <VatField
          label={t('articles.vat')}
          value={values.vat}
          none={t('articles.vatOfGroup')}
          onChange={(vat) => set({ vat })}
        />
        {needsWords(values.vat) ? (
          <Field {...form.text('reasonText')} label={t('articles.reasonText')} dir="auto" />
        ) : (
          <span />
        )}
        <div className={forms.whole}>
          <TextField {...form.text('codes')} label={t('articles.codes')} />
          {tooShort !== undefined && (
            <Note tone="amber">{t('articles.shortToScan', { code: tooShort })}</Note>
          )}
        </div>
        <Field {...form.text('shortCode')} label={t('articles.shortCode')} dir="ltr" />
        <SelectField
          label={t('articles.colour')}
          value={values.colour}
          options={colourOptions}
          onChange={(colour) => set({ colour })}
        />
      </div>
      <Toggle
        label={t('articles.favourite')}
        text={t('articles.favouriteText')}
        checked={values.favourite}
        onChange={(favourite) => set({ favourite })}
      />
      <ProblemNote of={form.failure} />
      <FormButtons size="xl" busy={busy} onCancel={onCancel} />
    </form>
  );
}
