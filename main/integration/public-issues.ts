import type { Issue } from '../../shared/failure.ts';
import { describeForm } from '../../shared/words/forms.ts';
import { describeIssue, type Language } from '../../shared/words/index.ts';

/* The issues of a refusal in the API, with our own codes, whichever library parses the input. */

const ownCodes: Readonly<Record<string, string>> = {
  invalid_type: 'wrong-type',
  invalid_union: 'wrong-type',
  invalid_value: 'value-not-allowed',
  invalid_format: 'wrong-form',
  invalid_key: 'wrong-form',
  invalid_element: 'wrong-form',
  too_small: 'too-few',
  too_big: 'too-many',
  not_multiple_of: 'wrong-form',
  custom: 'wrong-form',
};

/** Our codes for numbers, whose limits are not counts. */
const numberCodes: Readonly<Record<string, string>> = { too_small: 'too-low', too_big: 'too-high' };

/** The public codes about a field's format; all others are keys of the issue texts, or the authority's rules. */
export const formIssues: readonly string[] = [
  ...new Set([...Object.values(ownCodes), ...Object.values(numberCodes), 'unknown-field']),
];

/** Returns true for a public code of the API, false for a code of the parsing library. */
export const isPublicCode = (code: string): boolean =>
  ownCodes[code] === undefined && code !== 'unrecognized_keys';

/** Returns the issues with public codes, and messages in this language. */
export function publicIssues(issues: readonly Issue[], language: Language): Issue[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? unknownFields(issue, language) : [publicIssue(issue, language)],
  );
}

function publicIssue(issue: Issue, language: Language): Issue {
  const { received, ...params } = issue.params ?? {};
  const code = received === 'nothing' ? 'required' : codeOf(issue);
  // The English here is written for programmers; the texts of the screens are for people who fill in a form.
  const message = language === 'en' ? englishOf(issue, code) : sayIn(language, issue, code);
  return { path: issue.path, code, message, ...(Object.keys(params).length > 0 && { params }) };
}

function englishOf(issue: Issue, code: string): string {
  if (code === 'required') return 'is needed';
  // If the issue has no text of its own, the text of the screens is used.
  return issue.message === issue.code ? describeIssue(issue, 'en') : issue.message;
}

/** Issues whose text on a form appears beside the values to choose from. */
const choices = ['value-not-allowed', 'payment-means'];

/** Returns the text of the screens, with the format of the field or the values to choose from. */
function sayIn(language: Language, issue: Issue, code: string): string {
  const { format, allowed } = issue.params ?? {};
  const form = code === 'wrong-form' ? describeForm(String(format), language) : undefined;
  const text = form ?? describeIssue(named(issue, code), language);
  return choices.includes(code) && allowed !== undefined ? `${text}: ${allowed}` : text;
}

/** Describes a wrong type by its own code: the screens' text for it says that a field is blank. */
const named = (issue: Issue, code: string): Issue =>
  code === 'required' || code === 'wrong-type' ? { ...issue, code } : issue;

function codeOf({ code, params }: Issue): string {
  const ofNumber = params?.origin === 'number' ? numberCodes[code] : undefined;
  return ofNumber ?? ownCodes[code] ?? code;
}

/** Returns one issue for each field that is unknown, at its own path. */
function unknownFields(issue: Issue, language: Language): Issue[] {
  const keys = String(issue.params?.keys ?? '').split(', ');
  return keys.map((key) => ({
    path: [...issue.path, key],
    code: 'unknown-field',
    message:
      language === 'en' ? 'is no field here' : describeIssue({ ...issue, params: { keys: key } }, language),
  }));
}
