import type { Language } from '../language.ts';
import type { ArchiveResult } from '../office/wire/archive-checks.ts';
import { ar } from './ar/archive-checks.ts';
import { en } from './en/archive-checks.ts';
import { fill } from './fill.ts';

const texts = { en, ar } as const;

export function describeArchiveResult(
  result: Exclude<ArchiveResult, { readonly ok: true }>,
  language: Language,
): string {
  const { failures, unchecked } = texts[language];
  return fill(result.ok === null ? unchecked[result.code] : failures[result.code], result.facts ?? {});
}
