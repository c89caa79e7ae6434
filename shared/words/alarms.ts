import type { Alarm, Forecast } from '../alarm.ts';
import type { AuthorityMessage } from '../status.ts';
import type { Language } from '../values/language.ts';
import { halalasToText } from '../values/money.ts';
import { ar } from './ar/alarms.ts';
import { ar as arFailures } from './ar/faults/failures.ts';
import type { AlarmKey, AlarmWords } from './catalogue.ts';
import { en } from './en/alarms.ts';
import { en as enFailures } from './en/faults/failures.ts';
import { describeReason } from './faults/rules.ts';
import { fill } from './fill.ts';
import { counted } from './plural.ts';
import { nouns, spanOf } from './spans.ts';

const texts = { en, ar } as const;
const failures = { en: enFailures, ar: arFailures } as const;

/** Returns an alarm in words, with advice. */
export function describeAlarm(alarm: Alarm, language: Language): AlarmWords {
  const { says, advice } = texts[language].alarms[keyOf(alarm)];
  const values = valuesOf(alarm, language);
  return { says: fill(says, values).trim(), advice: fill(advice, values) };
}

/** Returns a forecast in words; a part of a minute counts as a whole one. */
export function describeForecast({ waiting, remainingMs }: Forecast, language: Language): string {
  const minutes = Math.max(1, Math.ceil(remainingMs / minuteMs));
  return counted(waiting, texts[language].forecast, language, { span: spanOf(minutes, language) });
}

const minuteMs = 60_000;

function keyOf(alarm: Alarm): AlarmKey {
  switch (alarm.kind) {
    case 'card-late':
      return alarm.back ? 'card-late-back' : 'card-late';
    case 'ledger':
      return alarm.why;
    case 'uncleared':
      return alarm.clearedFirst ? 'uncleared-first' : 'uncleared';
    case 'clock':
      return alarm.skewMs > 0 ? 'ahead' : 'behind';
    default:
      return ('why' in alarm ? `${alarm.kind}-${alarm.why}` : alarm.kind) as AlarmKey;
  }
}

/** Returns the values for the placeholders of any alarm's text: its facts, and its count with each noun. */
function valuesOf(alarm: Alarm, language: Language): Record<string, string> {
  const facts = Object.entries(alarm).map(([name, value]) => [name, String(value)]);
  return {
    ...Object.fromEntries(facts),
    ...(alarm.kind === 'printer' && { reason: reasonOf(alarm.code, language) }),
    ...('count' in alarm && countsOf(alarm.count, language)),
    ...(alarm.kind === 'deadline' && { hours: counted(alarm.hours, nouns[language].hours, language) }),
    ...(alarm.kind === 'card-late' && { amount: `${alarm.currency} ${halalasToText(alarm.amount)}` }),
    ...(isOfShift(alarm) && { amount: halalasToText(alarm.amount) }),
    ...(alarm.kind === 'remarks' && {
      number: isolated(alarm.number, language),
      remarks: remarksOf(alarm.messages, language),
    }),
    ...(alarm.kind === 'clock' && {
      span: spanOf(Math.round(Math.abs(alarm.skewMs) / minuteMs), language),
    }),
  };
}

const isOfShift = (alarm: Alarm) => alarm.kind === 'drawer-short' || alarm.kind === 'prices-cut';

const isolated = (text: string, language: Language) => (language === 'ar' ? `\u2068${text}\u2069` : text);

/** Each remark by its code, in our words where the rule is known. */
const remarksOf = (messages: readonly AuthorityMessage[], language: Language): string =>
  messages
    .map((message) => [message.code, describeReason(message, language)].filter(Boolean).join(': '))
    .map((remark) => isolated(remark, language))
    .join(' · ');

/** Another version may name a failure that this one does not know. */
const reasonOf = (code: string, language: Language): string =>
  Object.entries<string>(failures[language]).find(([each]) => each === code)?.[1] ?? '';

function countsOf(count: number, language: Language): Record<string, string> {
  const { documents, invoices, cardPayments, times, days, webhookEvents } = nouns[language];
  return {
    documents: counted(count, documents, language),
    invoices: counted(count, invoices, language),
    payments: counted(count, cardPayments, language),
    times: counted(count, times, language),
    days: counted(count, days, language),
    events: counted(count, webhookEvents, language),
    waiting: count === 0 ? '' : counted(count, texts[language].waiting, language),
  };
}
