import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { FailureError, type Issue, parseOrFail } from '../../../shared/failure.ts';
import { type LabelRule, labelRulesSchema } from '../../../shared/sale/article-label.ts';
import { isWeightUnit, weightUnits } from '../../../shared/sale/units.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { unitWords } from '../../../shared/words/article-files.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../ui/components/forms/save-row.tsx';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { Toggle } from '../../ui/components/forms/toggle.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Page } from '../../ui/components/layout/page.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { useNameOf } from '../../ui/components/use-name-of.ts';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './articles.module.css';

type TypedRule = ReturnType<typeof typed>;

export function LabelsPage() {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('article.labels', {});
  return (
    <Page title={t('articles.page.labels')} lead={t('articles.labelsLead')} error={error}>
      {data && <Rules saved={data.rules} />}
    </Page>
  );
}

/** Puts the fields into the order of `blank`, so that equal rules have equal texts. */
const typed = (rule: LabelRule) => ({
  prefix: rule.prefix,
  kind: rule.kind,
  articleDigits: String(rule.articleDigits),
  valueDigits: String(rule.valueDigits),
  decimals: String(rule.decimals),
  unit: rule.unit,
  hasValueCheck: rule.hasValueCheck,
});
/** A new rule: nothing is filled in, since each scale is set differently. */
const blank: TypedRule = {
  prefix: '',
  kind: 'weight',
  articleDigits: '',
  valueDigits: '',
  decimals: '',
  unit: 'KGM',
  hasValueCheck: false,
};

function read(rules: readonly TypedRule[]): { rules?: LabelRule[]; issues: readonly Issue[] } {
  const number = (text: string) => (/^\d{1,2}$/.test(text) ? Number(text) : undefined);
  try {
    const input = rules.map(({ articleDigits, valueDigits, decimals, ...rule }) => ({
      ...rule,
      articleDigits: number(articleDigits),
      valueDigits: number(valueDigits),
      decimals: number(decimals),
    }));
    return { rules: parseOrFail(labelRulesSchema, input), issues: [] };
  } catch (error) {
    if (error instanceof FailureError) return { issues: error.failure.issues ?? [] };
    throw error;
  }
}

function Rules({ saved }: { saved: readonly LabelRule[] }) {
  const { t, language } = useLanguage();
  const { run, busy } = useTerminalCommand('article.setLabels');
  const form = useForm({
    id: 'labels',
    initial: { rules: saved.map(typed) },
    check(values) {
      const [first] = read(values.rules).issues;
      return { rules: first && describeIssue(first, language) };
    },
    async send(values) {
      const { rules: valid } = read(values.rules);
      return valid && run({ rules: valid });
    },
    // Each rule says itself what is wrong with it; a refusal is said beneath them.
    shown: () => [],
  });
  const { rules } = form.values;
  const { rules: valid, issues } = read(rules);
  const change = (next: TypedRule[]) => form.set({ rules: next });
  return (
    <>
      <form className={forms.form} noValidate onSubmit={form.onSubmit}>
        {rules.map((rule, index) => (
          <RuleFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name besides its place
            key={index}
            number={index + 1}
            rule={rule}
            issues={issues.filter(({ path }) => path[0] === index)}
            isShown={form.errorOf('rules') !== undefined}
            {...(issues[0]?.path[0] === index && { idOfWrong: 'labels-rules' })}
            onChange={(part) =>
              change(rules.map((one, place) => (place === index ? { ...one, ...part } : one)))
            }
            onRemove={() => change(rules.filter((_, place) => place !== index))}
          />
        ))}
        <Button variant="default" disabled={rules.length >= 10} onClick={() => change([...rules, blank])}>
          {t('articles.addRule')}
        </Button>
        <ProblemNote of={form.failure} />
        <SaveRow busy={busy} isChanged={form.isChanged} isSaved={form.isSaved} />
      </form>
      {valid !== undefined && valid.length > 0 && <TryLabel rules={valid} />}
    </>
  );
}

interface RuleFieldsProps {
  readonly number: number;
  readonly rule: TypedRule;
  readonly issues: readonly Issue[];
  readonly isShown: boolean;
  /** The id of the first wrong field, if it is in this rule: the form focuses it. */
  readonly idOfWrong?: string;
  onChange(part: Partial<TypedRule>): void;
  onRemove(): void;
}

function RuleFields({ number, rule, issues, isShown, idOfWrong, onChange, onRemove }: RuleFieldsProps) {
  const { t, language } = useLanguage();
  const field = (name: 'prefix' | 'articleDigits' | 'valueDigits' | 'decimals') => {
    const issue = issues.find(({ path }) => path.includes(name));
    return {
      ...(issue !== undefined && issue === issues[0] && idOfWrong !== undefined && { id: idOfWrong }),
      value: rule[name],
      error: isShown && issue !== undefined ? describeIssue(issue, language) : undefined,
      inputMode: 'numeric' as const,
      dir: 'ltr' as const,
      maxLength: 2,
      onText: (text: string) => onChange({ [name]: withLatinNumbers(text) }),
    };
  };
  return (
    <fieldset className={styles.rule}>
      <Box component="legend" px="0.375rem" fw={600}>
        {t('articles.ruleTitle', { number })}
      </Box>
      <div className={forms.fields}>
        <Field {...field('prefix')} label={t('articles.prefix')} />
        <SelectField
          label={t('articles.kind')}
          value={rule.kind}
          options={(['weight', 'price'] as const).map((value) => ({
            value,
            label: t(`articles.kinds.${value}`),
          }))}
          onChange={(kind) => onChange({ kind })}
        />
        <Field {...field('articleDigits')} label={t('articles.articleDigits')} />
        <Field {...field('valueDigits')} label={t('articles.valueDigits')} />
        <Field {...field('decimals')} label={t('articles.decimals')} />
        {rule.kind === 'weight' && (
          <SelectField
            label={t('articles.weightUnit')}
            value={rule.unit}
            options={weightUnits.map((value) => ({ value, label: unitWords[language].names[value] }))}
            onChange={(unit) => onChange({ unit })}
          />
        )}
      </div>
      <Toggle
        label={t('articles.valueCheck')}
        checked={rule.hasValueCheck}
        onChange={(hasValueCheck) => onChange({ hasValueCheck })}
      />
      <Button variant="subtle" color="red" onClick={onRemove}>
        {t('articles.removeRule')}
      </Button>
    </fieldset>
  );
}

function TryLabel({ rules }: { rules: LabelRule[] }) {
  const { t, language } = useLanguage();
  const nameOf = useNameOf();
  const [code, setCode] = useState('');
  const isAsked = code.trim().length >= 13;
  const { data } = useTerminalQuery('article.tryLabel', isAsked ? { rules, code: code.trim() } : undefined);
  const { kind, digits = '', value = '', unit, article } = (isAsked ? data : undefined) ?? {};
  return (
    <section>
      <h3>{t('articles.tryTitle')}</h3>
      <Field
        label={t('articles.tryLabel')}
        value={code}
        error={undefined}
        dir="ltr"
        inputMode="numeric"
        onText={(text) => setCode(withLatinNumbers(text))}
      />
      <div role="status" className={forms.result}>
        {isAsked && data && kind === undefined && t('articles.readNone')}
        {kind !== undefined && (
          <span>
            <strong className={styles.line}>
              {unit !== undefined
                ? t('articles.readWeight', { digits, value, unit: unitWords[language].names[unit] })
                : t('articles.readPrice', { digits, value })}
            </strong>
            <span className={styles.soft}>
              {article ? <Written text={nameOf(article)} /> : t('articles.readNoArticle', { digits })}
            </span>
            {unit !== undefined && article !== undefined && !isWeightUnit(article.unit) && (
              <span className={styles.soft}>{t('articles.readNotWeighed')}</span>
            )}
          </span>
        )}
      </div>
    </section>
  );
}
