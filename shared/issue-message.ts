import type * as z from 'zod';
import { describeForm } from './words/forms.ts';

/* English messages about the format of a field, if its schema has none of its own. */

const kinds: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
};

/** Returns our own message for a library's finding; schemas with messages of their own keep them. */
export function describeFinding(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is needed'
        : `must be ${kinds[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'invalid_format':
      return formOf(issue);
    case 'too_small':
      return describeLimit(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return describeLimit(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has fields that are not known here: ${issue.keys.join(', ')}`;
    default:
      return 'is not in a form that is allowed here';
  }
}

function formOf({ format, pattern }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  const knownForm = describeForm(format, 'en');
  if (knownForm !== undefined) return knownForm;
  return pattern === undefined ? 'is not in the right form' : `must have the form ${pattern}`;
}

function describeLimit(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${limit} characters`;
  if (['array', 'set', 'map', 'object'].includes(origin)) return `must have ${bound} ${limit} entries`;
  return `must be ${bound} ${limit}`;
}
