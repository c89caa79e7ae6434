import { isConnectionFault } from '../connection-fault.ts';
import type { Failure, FailureCode, Issue } from '../failure.ts';
import type { Language } from '../values/language.ts';
import { ar as arFailures } from './ar/faults/failures.ts';
import { ar as arIssues } from './ar/faults/issues.ts';
import { ar as arFields } from './ar/fields.ts';
import { ar as arFormats } from './ar/formats.ts';
import { ar as arStatus } from './ar/status.ts';
import type { StatusTexts } from './catalogue.ts';
import { en as enFailures } from './en/faults/failures.ts';
import { en as enIssues } from './en/faults/issues.ts';
import { en as enFields } from './en/fields.ts';
import { en as enFormats } from './en/formats.ts';
import { en as enStatus } from './en/status.ts';
import { connectionFaultWords } from './faults/connection-faults.ts';
import { describeRule, isRuleId } from './faults/rules.ts';
import { vaultSentence } from './faults/vault-failures.ts';
import { fill } from './fill.ts';
import { goLiveSentence } from './go-live.ts';
import type { Translation } from './plural.ts';
import { updateSentence } from './updates.ts';

export { type Language, languages } from '../values/language.ts';

const isIssueCode = (code: string): code is keyof typeof enIssues => Object.hasOwn(enIssues, code);

/** The codes of issues that have texts. */
export const issueCodes = Object.keys(enIssues).filter(isIssueCode);

export interface Vocabulary extends StatusTexts {
  readonly failures: Readonly<Record<FailureCode, string>>;
  readonly issues: Translation<typeof enIssues>;
  readonly fields: Translation<typeof enFields.names>;
  readonly line: string;
  readonly formats: Translation<typeof enFormats>;
}

export const words: Readonly<Record<Language, Vocabulary>> = {
  en: {
    ...enStatus,
    failures: enFailures,
    issues: enIssues,
    fields: enFields.names,
    line: enFields.line,
    formats: enFormats,
  },
  ar: {
    ...arStatus,
    failures: arFailures,
    issues: arIssues,
    fields: arFields.names,
    line: arFields.line,
    formats: arFormats,
  },
};

/** Describes a failure in one sentence; for `bad-input` it ends with the first issue. */
export function describeFailure(failure: Failure, language: Language): string {
  const sentence =
    vaultSentence(failure, language) ??
    updateSentence(failure, language) ??
    goLiveSentence(failure, language) ??
    fill(words[language].failures[failure.code], factsInWords(failure.detail ?? {}, language));
  const icv = failure.detail?.icv;
  if (failure.code === 'document-damaged' && icv !== undefined)
    return `${sentence} ${fill(words[language].damagedDocument, { icv })}`;
  const name = failure.detail?.name;
  if (failure.code.startsWith('place-') && name !== undefined)
    return `${sentence} ${fill(words[language].placeNamed, { name })}`;
  const [first] = failure.issues ?? [];
  const why = failure.detail?.why;
  if (first === undefined && isConnectionFault(why))
    return `${sentence} ${connectionFaultWords[language][why]}`;
  if (first === undefined) return sentence;
  const place = describePath(first.path, language);
  const wrong = describeIssue(first, language);
  return `${sentence} ${place === '' ? wrong : `${place}: ${wrong}`}`;
}

/** Returns a failure's facts for its sentence: a field by its name, and in Arabic each with its own direction. */
function factsInWords(detail: NonNullable<Failure['detail']>, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => {
      const fieldName = name === 'field' ? describePath([value], language) : '';
      if (fieldName !== '') return [name, fieldName];
      return [name, language === 'ar' ? `\u2068${value}\u2069` : String(value)];
    }),
  );
}

/** Describes an issue without its place; falls back to the issue's English message. */
export function describeIssue(issue: Issue, language: Language): string {
  if (isRuleId(issue.code)) return describeRule(issue.code, language, issue.params);
  const sentence = lookUp(words[language].issues, issue.code);
  return sentence === undefined ? issue.message : fill(sentence, issue.params ?? {});
}

/** Describes the path to a field, for instance `Line 2, Quantity`; '' when no part of it has a name. */
export function describePath(path: Issue['path'], language: Language): string {
  const { fields, line } = words[language];
  const [list, index] = path;
  const parts: string[] = [];
  if (list === 'lines' && typeof index === 'number') parts.push(fill(line, { number: index + 1 }));
  const last = path.at(-1);
  const name = typeof last === 'string' ? lookUp(fields, last) : undefined;
  if (name !== undefined) parts.push(name);
  return parts.join(words[language].formats.comma);
}

/** Describes an outcome; an outcome without a text is returned unchanged. */
export function describeOutcome(outcome: string, language: Language): string {
  return lookUp(words[language].outcomes, outcome) ?? outcome;
}

function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
