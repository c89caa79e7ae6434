import { isConnectionFault } from '../connection-fault.ts';
import type { Failure, Issue } from '../failure.ts';
import { ar } from './ar.ts';
import { connectionFaultWords } from './connection-faults.ts';
import { en } from './en.ts';
import { fill } from './fill.ts';
import { describeRule, isRuleId } from './rules/index.ts';
import { vaultSentence } from './vault-failures.ts';
import type { Language, Vocabulary } from './vocabulary.ts';

export { issueCodes, type Language, languages, type Vocabulary } from './vocabulary.ts';

/** The shared words by language. */
export const words: Readonly<Record<Language, Vocabulary>> = { en, ar };

/** One sentence a person can act on; for `bad-input` it ends with the first thing that is wrong. */
export function describeFailure(failure: Failure, language: Language): string {
  const sentence = vaultSentence(failure, language) ?? words[language].failures[failure.code];
  const [first] = failure.issues ?? [];
  const why = failure.detail?.why;
  if (first === undefined && isConnectionFault(why))
    return `${sentence} ${connectionFaultWords[language][why]}`;
  if (first === undefined) return sentence;
  const place = describePath(first.path, language);
  const wrong = describeIssue(first, language);
  return `${sentence} ${place === '' ? wrong : `${place}: ${wrong}`}`;
}

/** What is wrong, without the place; the issue's own English message where its code has no words. */
export function describeIssue(issue: Issue, language: Language): string {
  if (isRuleId(issue.code)) return describeRule(issue.code, language, issue.params);
  const sentence = lookUp(words[language].issues, issue.code);
  return sentence === undefined ? issue.message : fill(sentence, issue.params ?? {});
}

/** The way to a field in words, for instance `Line 2, Quantity`; '' where no part of it has a name. */
export function describePath(path: Issue['path'], language: Language): string {
  const { fields, line } = words[language];
  const [list, index] = path;
  const parts: string[] = [];
  if (list === 'lines' && typeof index === 'number') parts.push(fill(line, { number: index + 1 }));
  const last = path.at(-1);
  const name = typeof last === 'string' ? lookUp(fields, last) : undefined;
  if (name !== undefined) parts.push(name);
  return parts.join(language === 'ar' ? '، ' : ', ');
}

/** What an answer meant; an outcome without words is given back as it is. */
export function describeOutcome(outcome: string, language: Language): string {
  return lookUp(words[language].outcomes, outcome) ?? outcome;
}

function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
