import type { ArchiveResult } from '../../office/wire/archive-checks.ts';
import type { Language } from '../../values/language.ts';
import { ar } from '../ar/faults/archive-checks.ts';
import { en } from '../en/faults/archive-checks.ts';
import { fill } from '../fill.ts';

const texts = { en, ar } as const;

export function describeArchiveResult(
  result: Exclude<ArchiveResult, { readonly ok: true }>,
  language: Language,
): string {
  const { failures, unchecked } = texts[language];
  return fill(result.ok === null ? unchecked[result.code] : failures[result.code], result.facts ?? {});
}
