import type { Alarm, AlarmKind, Forecast } from '../alarm.ts';
import { fill } from './fill.ts';
import { nouns, spanOf } from './nouns.ts';
import { counted, type Plural } from './plural.ts';
import type { Language } from './vocabulary.ts';

/** What an alarm says, and what a person can do about it. */
export interface AlarmWords {
  readonly says: string;
  readonly advice: string;
}

type Key =
  | Exclude<AlarmKind, 'held' | 'clock' | 'ledger' | 'people' | 'backup' | 'integrations'>
  | `held-${Extract<Alarm, { kind: 'held' }>['why']}`
  | `backup-${Extract<Alarm, { kind: 'backup' }>['why']}`
  | `people-${Extract<Alarm, { kind: 'people' }>['why']}`
  | `integrations-${Extract<Alarm, { kind: 'integrations' }>['why']}`
  | Extract<Alarm, { kind: 'ledger' }>['why']
  | 'ahead'
  | 'behind';

const en: Readonly<Record<Key, AlarmWords>> = {
  deadline: {
    says: 'Less than {hours} left to report {documents}.',
    advice: 'Check the network of this terminal. It goes on sending by itself.',
  },
  late: {
    says: 'Not reported within 24 hours: {documents}.',
    advice:
      'Still being sent, and marked late. While this lasts, report the failure on the authority’s site.',
  },
  uncleared: {
    says: 'Waiting for clearance longer than a buyer can wait: {invoices}.',
    advice: 'Hand over the invoice without clearance; hand over the cleared one when it is there.',
  },
  parked: {
    says: 'Not sent any more by itself: {documents}.',
    advice: 'Update this program or mend its settings, then send again.',
  },
  'held-credential': {
    says: 'The authority does not accept this terminal’s certificate. {waiting}',
    advice:
      'Sales go on. A manager must renew or re-issue the certificate; then everything is sent by itself.',
  },
  'held-request': {
    says: 'The authority refuses every request of this program. {waiting}',
    advice: 'Sales go on. Update this program; then everything is sent by itself.',
  },
  refusals: {
    says: 'The authority refused this terminal’s certificate {times} in the last hour, more than before.',
    advice: 'Check whether the certificate has expired or was replaced elsewhere.',
  },
  ahead: {
    says: 'The clock of this device is {span} ahead.',
    advice: 'Set the right time, and let the system keep it.',
  },
  behind: {
    says: 'The clock of this device is {span} behind.',
    advice: 'Set the right time, and let the system keep it.',
  },
  'ledger-old': {
    says: 'Nothing can be issued: these invoice records are an older copy.',
    advice: 'The newest records must be put back.',
  },
  'ledger-forked': {
    says: 'Nothing can be issued: these are not the invoice records of this terminal.',
    advice: 'The right records must be put back.',
  },
  'ledger-lost': {
    says: 'Nothing can be issued: the invoice records of this terminal are missing.',
    advice: 'The records must be put back.',
  },
  'counter-used': {
    says: 'Nothing can be issued: the tax authority has another invoice under a number of this terminal.',
    advice:
      'Another copy of its records issues invoices. It must be found and closed; then that is confirmed here.',
  },
  'ledger-copied': {
    says: 'Nothing can be issued: these invoice records were copied from another machine or folder.',
    advice: 'If the other copy still sells, use that one. If it is gone for good, that is confirmed here.',
  },
  'people-altered': {
    says: 'The list of people was changed outside this program. It was put back as it had been.',
    advice: 'Find out who can reach the files of this computer. A manager confirms this under People.',
  },
  'people-older': {
    says: 'An older list of people was put in place. The newest one was put back.',
    advice: 'Find out who can reach the files of this computer. A manager confirms this under People.',
  },
  'people-lost': {
    says: 'The file with the list of people was gone or damaged. The list was put back.',
    advice: 'Find out who can reach the files of this computer. A manager confirms this under People.',
  },
  'people-weak-pin': {
    says: 'Your PIN is easy to guess.',
    advice: 'Choose another one under People.',
  },
  witness: {
    says: 'What guards the invoice records against being mixed up cannot be saved in this computer’s key store.',
    advice:
      'Sales go on. Unlock the key store or restart this computer; until then do not move or replace the records.',
  },
  'backup-disk-full': {
    says: 'The last backup could not be made.',
    advice: 'The disk of its folder is full. Make room, or choose another folder.',
  },
  'backup-folder-unusable': {
    says: 'The last backup could not be made.',
    advice: 'Its folder cannot be written. Check that it is there, and that its disk is plugged in.',
  },
  'backup-document-damaged': {
    says: 'The last backup could not be made: the invoice records themselves are damaged.',
    advice: 'Another disk does not help. Keep every older backup, and call support.',
  },
  'backup-other': {
    says: 'The last backup could not be made.',
    advice: 'Make one by hand. If that fails too, choose a folder on another disk.',
  },
  'integrations-broken': {
    says: 'No other program is connected: the records of the integrations are damaged.',
    advice: 'Sales go on. Let the integrations begin anew, or call support first.',
  },
  'integrations-closed': {
    says: 'No other program is connected: the records of the integrations could not be opened.',
    advice: 'Sales go on. The integrations say why; when that is mended, start this program again.',
  },
  'integrations-certificate-ends': {
    says: 'The certificate by which programs on the network know this terminal is about to end.',
    advice: 'See to it that every program is given the next certificate.pem in time.',
  },
  'integrations-certificate-ended': {
    says: 'No program on the network comes in: the certificate of the API has ended.',
    advice: 'Make a new one or enter one, and give the programs the new certificate.pem.',
  },
};

// Every `{documents}` and the like stands after a preposition or another noun: see `nouns`.
const ar: Readonly<Record<Key, AlarmWords>> = {
  deadline: {
    says: 'تبقّى أقل من {hours} للإبلاغ عن {documents}.',
    advice: 'تحقق من شبكة هذا الجهاز. الإرسال مستمر تلقائيًا.',
  },
  late: {
    says: 'لم يُبلَّغ خلال 24 ساعة عن {documents}.',
    advice: 'الإرسال مستمر مع تسجيل التأخير. إن طال الأمر فأبلغ عن العطل في موقع الهيئة.',
  },
  uncleared: {
    says: 'تأخر اعتماد {invoices} أطول مما ينتظره المشتري.',
    advice: 'سلّم الفاتورة بدون اعتماد، ثم سلّم المعتمدة حين تصل.',
  },
  parked: {
    says: 'توقف إرسال {documents} ولن يُستأنف وحده.',
    advice: 'حدّث البرنامج أو أصلح إعداداته، ثم أعد الإرسال.',
  },
  'held-credential': {
    says: 'الهيئة لا تقبل شهادة هذا الجهاز. {waiting}',
    advice: 'البيع مستمر. على المدير تجديد الشهادة أو إعادة إصدارها، ثم يُرسل كل شيء تلقائيًا.',
  },
  'held-request': {
    says: 'الهيئة ترفض كل طلبات هذا البرنامج. {waiting}',
    advice: 'البيع مستمر. حدّث البرنامج، ثم يُرسل كل شيء تلقائيًا.',
  },
  refusals: {
    says: 'رفضت الهيئة شهادة هذا الجهاز {times} في الساعة الأخيرة، أكثر من ذي قبل.',
    advice: 'تحقق هل انتهت الشهادة أو استُبدلت في مكان آخر.',
  },
  ahead: {
    says: 'ساعة هذا الجهاز متقدمة بمقدار {span}.',
    advice: 'اضبط الوقت الصحيح، ودع النظام يحافظ عليه.',
  },
  behind: {
    says: 'ساعة هذا الجهاز متأخرة بمقدار {span}.',
    advice: 'اضبط الوقت الصحيح، ودع النظام يحافظ عليه.',
  },
  'ledger-old': {
    says: 'لا يمكن إصدار أي فاتورة: سجل الفواتير هذا نسخة أقدم.',
    advice: 'يجب إعادة أحدث نسخة من السجل.',
  },
  'ledger-forked': {
    says: 'لا يمكن إصدار أي فاتورة: هذا ليس سجل فواتير هذا الجهاز.',
    advice: 'يجب إعادة السجل الصحيح.',
  },
  'ledger-lost': {
    says: 'لا يمكن إصدار أي فاتورة: سجل فواتير هذا الجهاز مفقود.',
    advice: 'يجب إعادة السجل.',
  },
  'counter-used': {
    says: 'لا يمكن إصدار أي فاتورة: لدى الهيئة فاتورة أخرى برقم من أرقام هذا الجهاز.',
    advice: 'نسخة أخرى من سجلاته تُصدر فواتير. يجب إيجادها وإغلاقها، ثم يُؤكَّد ذلك هنا.',
  },
  'ledger-copied': {
    says: 'لا يمكن إصدار أي فاتورة: سجل الفواتير منسوخ من جهاز أو مجلد آخر.',
    advice: 'إن كانت النسخة الأخرى ما زالت تبيع فاستخدمها، وإن زالت نهائيًا فيُؤكَّد ذلك هنا.',
  },
  'people-altered': {
    says: 'عُدّلت قائمة العاملين من خارج هذا البرنامج، وأُعيدت كما كانت.',
    advice: 'تحقق ممن يصل إلى ملفات هذا الحاسوب، ثم يؤكد المدير ذلك في صفحة العاملين.',
  },
  'people-older': {
    says: 'وُضعت قائمة عاملين أقدم، وأُعيدت الأحدث مكانها.',
    advice: 'تحقق ممن يصل إلى ملفات هذا الحاسوب، ثم يؤكد المدير ذلك في صفحة العاملين.',
  },
  'people-lost': {
    says: 'فُقد ملف قائمة العاملين أو تلف، وأُعيدت القائمة كما كانت.',
    advice: 'تحقق ممن يصل إلى ملفات هذا الحاسوب، ثم يؤكد المدير ذلك في صفحة العاملين.',
  },
  'people-weak-pin': {
    says: 'رقمك السري سهل التخمين.',
    advice: 'اختر رقمًا آخر في صفحة العاملين.',
  },
  witness: {
    says: 'تعذّر حفظ ما يحمي سجل الفواتير من الخلط في مخزن مفاتيح هذا الحاسوب.',
    advice: 'البيع مستمر. افتح قفل المخزن أو أعد تشغيل الحاسوب، ولا تنقل السجل أو تستبدله قبل ذلك.',
  },
  'backup-disk-full': {
    says: 'تعذّر أخذ آخر نسخة احتياطية.',
    advice: 'امتلأ قرص مجلدها. وفّر مساحة أو اختر مجلدًا آخر.',
  },
  'backup-folder-unusable': {
    says: 'تعذّر أخذ آخر نسخة احتياطية.',
    advice: 'تتعذر الكتابة في مجلدها. تحقق من وجوده ومن توصيل قرصه.',
  },
  'backup-document-damaged': {
    says: 'تعذّر أخذ آخر نسخة احتياطية لأن سجل الفواتير نفسه تالف.',
    advice: 'لن يفيد قرص آخر. احتفظ بكل النسخ الأقدم واتصل بالدعم الفني.',
  },
  'backup-other': {
    says: 'تعذّر أخذ آخر نسخة احتياطية.',
    advice: 'خذ نسخة يدويًا. إن تعذّرت أيضًا فاختر مجلدًا على قرص آخر.',
  },
  'integrations-broken': {
    says: 'لا برنامج آخر متصل: سجلات الربط تالفة.',
    advice: 'البيع مستمر. ابدأ الربط من جديد، أو اتصل بالدعم الفني أولًا.',
  },
  'integrations-closed': {
    says: 'لا برنامج آخر متصل: تعذّر فتح سجلات الربط.',
    advice: 'البيع مستمر. السبب في صفحة الربط، وبعد إصلاحه أعد تشغيل هذا البرنامج.',
  },
  'integrations-certificate-ends': {
    says: 'أوشكت أن تنتهي الشهادة التي تعرف بها برامج الشبكة هذا الجهاز.',
    advice: 'أعطِ كل برنامج ملف \u2066certificate.pem\u2069 التالي قبل ذلك.',
  },
  'integrations-certificate-ended': {
    says: 'لا يدخل أي برنامج من الشبكة: انتهت شهادة الواجهة (API).',
    advice: 'أنشئ شهادة جديدة أو أدخل واحدة، وأعطِ البرامج ملف \u2066certificate.pem\u2069 الجديد.',
  },
};

const words: Readonly<Record<Language, Readonly<Record<Key, AlarmWords>>>> = { en, ar };

/** What a held queue holds. */
const waiting: Plural = {
  en: { one: '{count} document waits.', other: '{count} documents wait.' },
  ar: {
    zero: 'لا مستندات تنتظر.',
    one: 'ينتظر مستند واحد.',
    two: 'ينتظر مستندان.',
    few: 'تنتظر {count} مستندات.',
    many: 'ينتظر {count} مستندًا.',
    other: 'ينتظر {count} مستند.',
  },
};

/** `{span}` is filled afterwards. */
const forecasts: Plural = {
  en: {
    one: 'At the present rate the one that waits will be sent in {span}.',
    other: 'At the present rate the last of {count} will be sent in {span}.',
  },
  ar: {
    zero: 'بالمعدل الحالي يكتمل الإرسال خلال {span}.',
    one: 'بالمعدل الحالي يُرسل المستند المنتظر خلال {span}.',
    two: 'بالمعدل الحالي يكتمل إرسال مستندين خلال {span}.',
    few: 'بالمعدل الحالي يكتمل إرسال {count} مستندات خلال {span}.',
    many: 'بالمعدل الحالي يكتمل إرسال {count} مستندًا خلال {span}.',
    other: 'بالمعدل الحالي يكتمل إرسال {count} مستند خلال {span}.',
  },
};

/** An alarm in words, with what to do. */
export function describeAlarm(alarm: Alarm, language: Language): AlarmWords {
  const { says, advice } = words[language][keyOf(alarm)];
  return { says: fill(says, valuesOf(alarm, language)).trim(), advice };
}

/** A forecast in words; a part of a minute counts as a whole one. */
export function describeForecast({ waiting, remainingMs }: Forecast, language: Language): string {
  const minutes = Math.max(1, Math.ceil(remainingMs / minuteMs));
  return fill(counted(waiting, forecasts, language), { span: spanOf(minutes, language) });
}

const minuteMs = 60_000;

function keyOf(alarm: Alarm): Key {
  switch (alarm.kind) {
    case 'held':
      return `held-${alarm.why}`;
    case 'backup':
      return `backup-${alarm.why}`;
    case 'people':
      return `people-${alarm.why}`;
    case 'integrations':
      return `integrations-${alarm.why}`;
    case 'ledger':
      return alarm.why;
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
        documents: counted(alarm.count, nouns.documents, language),
        hours: counted(alarm.hours, nouns.hours, language),
      };
    case 'late':
    case 'parked':
      return { documents: counted(alarm.count, nouns.documents, language) };
    case 'uncleared':
      return { invoices: counted(alarm.count, nouns.invoices, language) };
    case 'refusals':
      return { times: counted(alarm.count, nouns.times, language) };
    case 'held':
      return { waiting: alarm.count === 0 ? '' : counted(alarm.count, waiting, language) };
    case 'clock':
      return { span: spanOf(Math.round(Math.abs(alarm.skewMs) / minuteMs), language) };
    case 'ledger':
    case 'people':
    case 'witness':
    case 'backup':
    case 'integrations':
      return {};
  }
}
