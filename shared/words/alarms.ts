import type { Alarm, Forecast } from '../alarm.ts';
import type { Language } from '../values/language.ts';
import { halalasToText } from '../values/money.ts';
import { ar } from './ar/alarms.ts';
import type { AlarmKey, AlarmWords } from './catalogue.ts';
import { en } from './en/alarms.ts';
import { fill } from './fill.ts';
import { counted } from './plural.ts';
import { nouns, spanOf } from './spans.ts';

const texts = { en, ar } as const;

/** Returns an alarm in words, with advice. */
export function describeAlarm(alarm: Alarm, language: Language): AlarmWords {
  const { says, advice } = texts[language].alarms[keyOf(alarm)];
  return { says: fill(says, valuesOf(alarm, language)).trim(), advice };
}

/** Returns a forecast in words; a part of a minute counts as a whole one. */
export function describeForecast({ waiting, remainingMs }: Forecast, language: Language): string {
  const minutes = Math.max(1, Math.ceil(remainingMs / minuteMs));
  return counted(waiting, texts[language].forecast, language, { span: spanOf(minutes, language) });
}

const minuteMs = 60_000;

function keyOf(alarm: Alarm): AlarmKey {
  switch (alarm.kind) {
    case 'paused':
      return `paused-${alarm.why}`;
    case 'backup':
      return `backup-${alarm.why}`;
    case 'people':
      return `people-${alarm.why}`;
    case 'integrations':
      return `integrations-${alarm.why}`;
    case 'card':
      return `card-${alarm.why}`;
    case 'card-late':
      return alarm.back ? 'card-late-back' : 'card-late';
    case 'update':
      return `update-${alarm.why}`;
    case 'safe-mode':
      return `safe-mode-${alarm.why}`;
    case 'office':
      return `office-${alarm.why}`;
    case 'ledger':
      return alarm.why;
    case 'uncleared':
      return alarm.clearedFirst ? 'uncleared-first' : 'uncleared';
    case 'clock':
      return alarm.skewMs > 0 ? 'ahead' : 'behind';
    default:
      return alarm.kind;
  }
}

function valuesOf(alarm: Alarm, language: Language): Record<string, string> {
  switch (alarm.kind) {
    case 'deadline':
      return {
        documents: counted(alarm.count, nouns[language].documents, language),
        hours: counted(alarm.hours, nouns[language].hours, language),
      };
    case 'backup-strange':
      return { name: alarm.name };
    case 'late':
    case 'parked':
      return { documents: counted(alarm.count, nouns[language].documents, language) };
    case 'uncleared':
      return { invoices: counted(alarm.count, nouns[language].invoices, language) };
    case 'card':
      return { payments: counted(alarm.count, nouns[language].cardPayments, language) };
    case 'card-late':
      return { payment: alarm.payment, amount: `${alarm.currency} ${halalasToText(alarm.amount)}` };
    case 'refusals':
      return { times: counted(alarm.count, nouns[language].times, language) };
    case 'paused':
      return { waiting: alarm.count === 0 ? '' : counted(alarm.count, texts[language].waiting, language) };
    case 'clock':
      return { span: spanOf(Math.round(Math.abs(alarm.skewMs) / minuteMs), language) };
    case 'ledger':
    case 'office':
    case 'people':
    case 'drawer':
    case 'policy':
    case 'safe-mode':
    case 'witness':
    case 'backup':
    case 'integrations':
    case 'update':
      return {};
  }
}
