import type { Failure } from '../failure.ts';
import { shortestPassphrase, type VaultWhy } from '../vault.ts';
import { fill } from './fill.ts';
import type { Language } from './vocabulary.ts';

/** What is wrong with the vault and what to do about it; undefined for a failure of another kind or without a reason. */
export function vaultSentence({ code, detail }: Failure, language: Language): string | undefined {
  const why = String(detail?.why ?? '');
  if (!code.startsWith('vault-') || !Object.hasOwn(sentences[language], why)) return undefined;
  return fill(sentences[language][why as VaultWhy], {
    shortest: shortestPassphrase,
    seconds: detail?.seconds ?? '',
  });
}

const en: Readonly<Record<VaultWhy, string>> = {
  'keychain-locked':
    'The keychain of this device is locked. Unlock it, or sign in to the device again with its password, then try again.',
  'passphrase-needed': 'Enter the passphrase that protects the terminal’s key.',
  'wrong-passphrase':
    'This passphrase is not right. Check the keyboard’s language and the capital letters, then try again.',
  'passphrase-wait': 'Too many wrong passphrases. Try again in {seconds} seconds.',
  'passphrase-short': 'Choose a passphrase of at least {shortest} characters.',
  'keychain-absent':
    'The keychain of this device does not answer. Sign in to the device as the user who set this terminal up, then try again.',
  'cipher-absent':
    'This device no longer opens the terminal’s key. Sign in as the user who set this terminal up and start the program in its window, then try again.',
  missing:
    'The terminal’s key is no longer where it was kept. Put the data folder and the keychain back if they were moved; otherwise re-issue the certificate.',
  unreadable:
    'The file that keeps the terminal’s key is damaged. Put back this one file from a copy, never the whole data folder: an older folder would use invoice numbers again. If there is no copy, set this device up as a new one, with another serial number.',
  unwritable:
    'The terminal’s key cannot be stored. Check that the disk has room and that the data folder may be written, then try again.',
};

const ar: Readonly<Record<VaultWhy, string>> = {
  'keychain-locked':
    'سلسلة مفاتيح هذا الجهاز مقفلة. افتحها، أو سجّل الدخول إلى الجهاز من جديد بكلمة مروره، ثم أعد المحاولة.',
  'passphrase-needed': 'أدخل عبارة المرور التي تحمي مفتاح الجهاز.',
  'wrong-passphrase': 'عبارة المرور غير صحيحة. تحقق من لغة لوحة المفاتيح وحالة الأحرف ثم أعد المحاولة.',
  'passphrase-wait': 'عبارات مرور خاطئة كثيرة. أعد المحاولة بعد {seconds} ثانية.',
  'passphrase-short': 'اختر عبارة مرور لا تقل عن {shortest} حرفًا.',
  'keychain-absent':
    'سلسلة مفاتيح هذا الجهاز لا تستجيب. سجّل الدخول إلى الجهاز بالمستخدم الذي أعدّه ثم أعد المحاولة.',
  'cipher-absent':
    'لم يعد هذا الجهاز يفتح مفتاحه. سجّل الدخول بالمستخدم الذي أعدّه وشغّل البرنامج في نافذته ثم أعد المحاولة.',
  missing:
    'لم يعد مفتاح الجهاز في مكانه. أعد مجلد البيانات وسلسلة المفاتيح إن نُقلا، وإلا فأعد إصدار الشهادة.',
  unreadable:
    'الملف الذي يحفظ مفتاح الجهاز تالف. أعد هذا الملف وحده من نسخة سليمة، ولا تُعِد مجلد البيانات كله أبدًا: فالمجلد الأقدم يستخدم أرقام الفواتير مرة ثانية. وإن لم توجد نسخة فهيّئ هذا الجهاز كجهاز جديد برقم تسلسلي آخر.',
  unwritable:
    'تعذّر حفظ مفتاح الجهاز. تأكد من وجود مساحة على القرص ومن إمكان الكتابة في مجلد البيانات ثم أعد المحاولة.',
};

const sentences: Readonly<Record<Language, Readonly<Record<VaultWhy, string>>>> = { en, ar };
