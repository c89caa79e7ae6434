import type { LedgerRefusal } from '../../shared/alarm.ts';
import type { Language } from '../../shared/words/index.ts';

/** Why a ledger is refused: what a person can do about each, step by step. */
export const refusalSteps: Readonly<Record<Language, Readonly<Record<LedgerRefusal, readonly string[]>>>> = {
  en: {
    'ledger-old': [
      'Close this program.',
      'Put the newest ledger file back into the data folder. A backup is older than the last invoice: it is for reading only.',
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
    'ledger-copied': [
      'If the old machine or folder still exists and sells, close this program and use that one.',
      'If this is the only one left, because the machine was replaced or the folder moved, confirm it below.',
    ],
  },
  ar: {
    'ledger-old': [
      'أغلق هذا البرنامج.',
      'أعد أحدث ملف للسجلات إلى مجلد البيانات. النسخة الاحتياطية أقدم من آخر فاتورة، فهي للقراءة فقط.',
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
    'ledger-copied': [
      'إن كان الجهاز أو المجلد القديم ما زال موجودًا ويبيع، فأغلق هذا البرنامج واستخدم ذاك.',
      'إن كانت هذه النسخة الوحيدة الباقية، لأن الجهاز استُبدل أو نُقل المجلد، فأكّد ذلك أدناه.',
    ],
  },
};
