import type { Alarm, AlarmKind, Forecast } from '../alarm.ts';
import { fill } from './fill.ts';
import type { Language } from './vocabulary.ts';

/** What an alarm says, and what a person can do about it. */
export interface AlarmWords {
  readonly says: string;
  readonly advice: string;
}

type Key = Exclude<AlarmKind, 'held' | 'clock'> | 'held-credential' | 'held-request' | 'ahead' | 'behind';

const en: Readonly<Record<Key, AlarmWords>> = {
  deadline: {
    says: 'Less than {hours} h left to report: {count} documents.',
    advice: 'Check the network of this terminal. It goes on sending by itself.',
  },
  late: {
    says: 'Not reported within 24 hours: {count} documents.',
    advice:
      'They are still being sent, and will be marked late. While this lasts, report the failure on the authority’s site.',
  },
  uncleared: {
    says: 'Waiting for clearance longer than a buyer can wait: {count} invoices.',
    advice: 'Hand over the invoice without clearance; hand over the cleared one when it is there.',
  },
  parked: {
    says: 'Cannot be sent by themselves: {count} documents.',
    advice: 'Update this program or mend its settings, then send them again.',
  },
  'held-credential': {
    says: 'The authority does not accept this terminal’s certificate. {count} documents wait.',
    advice:
      'Sales go on. A manager must renew or re-issue the certificate; then everything is sent by itself.',
  },
  'held-request': {
    says: 'The authority refuses every request of this program. {count} documents wait.',
    advice: 'Sales go on. Update this program; then everything is sent by itself.',
  },
  refusals: {
    says: 'The authority refused this terminal’s certificate {count} times in the last hour, more than before.',
    advice: 'Check whether the certificate has expired or was replaced elsewhere.',
  },
  ahead: {
    says: 'The clock of this device is {minutes} min ahead.',
    advice: 'Set the right time, and let the system keep it.',
  },
  behind: {
    says: 'The clock of this device is {minutes} min behind.',
    advice: 'Set the right time, and let the system keep it.',
  },
};

const ar: Readonly<Record<Key, AlarmWords>> = {
  deadline: {
    says: 'تبقّى أقل من {hours} ساعة للإبلاغ. عدد المستندات: {count}.',
    advice: 'تحقق من شبكة هذا الجهاز. الإرسال مستمر تلقائيًا.',
  },
  late: {
    says: 'لم تُبلَّغ خلال 24 ساعة. عدد المستندات: {count}.',
    advice: 'ما زال إرسالها مستمرًا وستُسجَّل متأخرة. إن طال الأمر فأبلغ عن العطل في موقع الهيئة.',
  },
  uncleared: {
    says: 'تنتظر الاعتماد أطول مما ينتظره المشتري. عدد الفواتير: {count}.',
    advice: 'سلّم الفاتورة بدون اعتماد، ثم سلّم المعتمدة حين تصل.',
  },
  parked: {
    says: 'لا يمكن إرسالها تلقائيًا. عدد المستندات: {count}.',
    advice: 'حدّث البرنامج أو أصلح إعداداته، ثم أعد إرسالها.',
  },
  'held-credential': {
    says: 'الهيئة لا تقبل شهادة هذا الجهاز. عدد المستندات المنتظرة: {count}.',
    advice: 'البيع مستمر. على المدير تجديد الشهادة أو إعادة إصدارها، ثم يُرسل كل شيء تلقائيًا.',
  },
  'held-request': {
    says: 'الهيئة ترفض كل طلبات هذا البرنامج. عدد المستندات المنتظرة: {count}.',
    advice: 'البيع مستمر. حدّث البرنامج، ثم يُرسل كل شيء تلقائيًا.',
  },
  refusals: {
    says: 'رفضت الهيئة شهادة هذا الجهاز {count} مرة في الساعة الأخيرة، أكثر من ذي قبل.',
    advice: 'تحقق هل انتهت الشهادة أو استُبدلت في مكان آخر.',
  },
  ahead: {
    says: 'ساعة هذا الجهاز متقدمة {minutes} دقيقة.',
    advice: 'اضبط الوقت الصحيح، ودع النظام يحافظ عليه.',
  },
  behind: {
    says: 'ساعة هذا الجهاز متأخرة {minutes} دقيقة.',
    advice: 'اضبط الوقت الصحيح، ودع النظام يحافظ عليه.',
  },
};

const words: Readonly<Record<Language, Readonly<Record<Key, AlarmWords>>>> = { en, ar };

const forecastWords: Readonly<Record<Language, { minutes: string; hours: string }>> = {
  en: {
    minutes: 'At the present rate the last of {waiting} will be sent in {minutes} min.',
    hours: 'At the present rate the last of {waiting} will be sent in {hours} h {minutes} min.',
  },
  ar: {
    minutes: 'بالمعدل الحالي يُرسل آخر {waiting} خلال {minutes} دقيقة.',
    hours: 'بالمعدل الحالي يُرسل آخر {waiting} خلال {hours} ساعة و{minutes} دقيقة.',
  },
};

/** An alarm in words, with what to do. */
export function describeAlarm(alarm: Alarm, language: Language): AlarmWords {
  const { says, advice } = words[language][keyOf(alarm)];
  return { says: fill(says, valuesOf(alarm)), advice };
}

/** A forecast in words; a part of a minute counts as a whole one. */
export function describeForecast({ waiting, remainingMs }: Forecast, language: Language): string {
  const all = Math.ceil(remainingMs / 60_000);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  const sentence = forecastWords[language][hours > 0 ? 'hours' : 'minutes'];
  return fill(sentence, { waiting, hours, minutes });
}

function keyOf(alarm: Alarm): Key {
  if (alarm.kind === 'held') return `held-${alarm.why}`;
  if (alarm.kind === 'clock') return alarm.skewMs > 0 ? 'ahead' : 'behind';
  return alarm.kind;
}

function valuesOf(alarm: Alarm): Record<string, number> {
  if (alarm.kind === 'clock') return { minutes: Math.round(Math.abs(alarm.skewMs) / 60_000) };
  return { count: alarm.count, ...(alarm.kind === 'deadline' && { hours: alarm.hours }) };
}
