import type { Failure } from '../failure.ts';
import { type GoLiveRow, type GoLiveRowView, type GoLiveState, goLiveRows } from '../go-live.ts';
import type { Language } from '../values/language.ts';
import { ar as arFormats } from './ar/formats.ts';
import { ar } from './ar/go-live.ts';
import { en as enFormats } from './en/formats.ts';
import { en } from './en/go-live.ts';
import { fill } from './fill.ts';
import { counted } from './plural.ts';

const texts = { en, ar } as const;
const commas: Readonly<Record<Language, string>> = { en: enFormats.comma, ar: arFormats.comma };

export const goLiveRowName = (row: GoLiveRow, language: Language): string => texts[language].rows[row];

export const goLiveStateName = (state: GoLiveState, language: Language): string =>
  texts[language].states[state];

export function describeGoLive({ detail }: GoLiveRowView, language: Language): string {
  const says = texts[language].findings[detail.found];
  if (typeof says !== 'string') return counted(detail.count ?? 0, says, language);
  const { folder = '', seconds = 0 } = detail;
  // Paths and signs keep their own direction inside Arabic.
  const isolated = (value: string | number) => (language === 'ar' ? `\u2068${value}\u2069` : value);
  return fill(says, { folder: isolated(folder), seconds: isolated(Math.abs(seconds)) });
}

/** Names the person who waived a row. @param time the time of the waiver, in the reader's format */
export const describeWaiver = (by: string, time: string, language: Language): string =>
  // Without isolation, a name in the other script would move the time to the wrong side.
  fill(texts[language].waived, { by: `\u2068${by}\u2069`, time: `\u2068${time}\u2069` });

export function goLiveSentence({ code, detail }: Failure, language: Language): string | undefined {
  if (code !== 'go-live-missing' || detail?.rows === undefined) return undefined;
  const missing = String(detail.rows).split(', ');
  const rows = goLiveRows.filter((row) => missing.includes(row));
  return fill(texts[language].refused, {
    rows: rows.map((row) => goLiveRowName(row, language)).join(commas[language]),
  });
}
