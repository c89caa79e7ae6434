import type { LedgerRefusal } from '../../shared/alarm.ts';
import type { Language } from '../../shared/words/index.ts';

/** Why a ledger is refused: what a person can do about each, step by step. */
export const refusalSteps: Readonly<Record<Language, Readonly<Record<LedgerRefusal, readonly string[]>>>> = {
  en: {
    'ledger-old': [
      'Close this program.',
      'Put the newest ledger file back into the data folder: the one that was there before a snapshot, a disk image or an older copy took its place. A backup serves only if it holds the last invoice; an older one is for reading.',
      'Start this program again.',
      'If the newest file is lost for good, set this device up as a new one, with another serial number.',
    ],
    'ledger-forked': [
      'Close this program.',
      'Put this terminal’s own ledger file back into the data folder.',
      'Start this program again.',
      'If it is lost for good, set this device up as a new one, with another serial number.',
    ],
    'ledger-lost': [
      'Look for the data folder: was a disk unplugged, or the folder renamed?',
      'Close this program, put the ledger file back, and start again.',
      'If it is lost for good, set this device up as a new one, with another serial number.',
    ],
    'counter-used': [
      'Stop every other copy of this terminal: an old machine, a second one set up from the same disk image, a folder that was copied or put back.',
      'Look at the refused invoice in the list. What was sold under it is issued anew from its page.',
      'If no other copy is left, confirm it below. If numbers go on being refused, set this device up as a new one, with another serial number.',
    ],
    'ledger-copied': [
      'If the old machine or folder still exists and sells, or another machine was set up from the same disk image, close this program and use that one.',
      'If this is the only one left, because the machine or its board was replaced or the folder moved, confirm it below.',
    ],
  },
  ar: {
    'ledger-old': [
      'أغلق هذا البرنامج.',
      'أعد أحدث ملف للسجلات إلى مجلد البيانات: الملف الذي كان هناك قبل أن تحل محله لقطة أو صورة قرص أو نسخة أقدم. النسخة الاحتياطية لا تصلح إلا إذا كانت فيها آخر فاتورة، والأقدم منها للقراءة فقط.',
      'شغّل البرنامج من جديد.',
      'إن فُقد أحدث ملف نهائيًا فهيّئ هذا الجهاز كجهاز جديد برقم تسلسلي آخر.',
    ],
    'ledger-forked': [
      'أغلق هذا البرنامج.',
      'أعد ملف السجلات الخاص بهذا الجهاز إلى مجلد البيانات.',
      'شغّل البرنامج من جديد.',
      'إن فُقد نهائيًا فهيّئ هذا الجهاز كجهاز جديد برقم تسلسلي آخر.',
    ],
    'ledger-lost': [
      'ابحث عن مجلد البيانات: هل فُصل قرص أو تغيّر اسم المجلد؟',
      'أغلق هذا البرنامج وأعد ملف السجلات ثم شغّله من جديد.',
      'إن فُقد نهائيًا فهيّئ هذا الجهاز كجهاز جديد برقم تسلسلي آخر.',
    ],
    'counter-used': [
      'أوقف كل نسخة أخرى من هذه النقطة: جهازًا قديمًا، أو جهازًا ثانيًا هُيِّئ من صورة القرص نفسها، أو مجلدًا نُسخ أو أُعيد.',
      'راجع الفاتورة المرفوضة في القائمة، وأعد إصدار ما بيع بها من صفحتها.',
      'إن لم تبق نسخة أخرى فأكّد ذلك أدناه. وإن استمر رفض الأرقام فهيّئ هذا الجهاز كجهاز جديد برقم تسلسلي آخر.',
    ],
    'ledger-copied': [
      'إن كان الجهاز أو المجلد القديم ما زال موجودًا ويبيع، أو هُيِّئ جهاز آخر من صورة القرص نفسها، فأغلق هذا البرنامج واستخدم ذاك.',
      'إن كانت هذه النسخة الوحيدة الباقية، لأن الجهاز أو لوحته الأم استُبدلت أو نُقل المجلد، فأكّد ذلك أدناه.',
    ],
  },
};
