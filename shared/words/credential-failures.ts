import { isConnectionFault } from '../connection-fault.ts';
import type { Failure } from '../failure.ts';
import { connectionFaultWords } from './connection-faults.ts';
import { fill } from './fill.ts';
import { describeFailure, type Language } from './index.ts';

/** What the sentence depends on besides the failure itself. */
export interface FailureContext {
  /** Going on takes a one-time password: of an unanswered request nobody knows whether it used one up. */
  readonly needsOtp?: boolean;
}

/**
 * What went wrong on the way to a credential as a sentence or two that end with what to do; any other failure in its
 * own words. For the wizard, the certificate's page and the command line alike.
 */
export function describeCredentialFailure(
  failure: Failure,
  language: Language,
  context: FailureContext = {},
): string {
  const { why } = failure.detail ?? {};
  if (isConnectionFault(why)) return connectionFaultWords[language][why];
  const key = sentenceFor(failure, context);
  if (key === undefined) return describeFailure(failure, language);
  const { code = '', message = '' } = failure.detail ?? {};
  return fill(sentences[language][key], { code, message }).trim();
}

function sentenceFor({ code, detail = {} }: Failure, { needsOtp = false }: FailureContext): Key | undefined {
  const why = String(detail.why ?? '');
  if (why === 'clock') return 'clock';
  switch (code) {
    case 'gateway-refused':
      return refusalSentence(detail);
    case 'gateway-unreachable':
      return unreachable[why] ?? (needsOtp ? 'answerLost' : why === 'time-out' ? 'tooSlow' : 'noNetwork');
    case 'other-environment':
      return detail.template === undefined ? undefined : 'otherTemplate';
    case 'credential-refused':
      if (detail.httpStatus === 403) return 'notPermitted';
      // Only a renewal begins with a credential.
      return detail.step === 'compliance' ? 'renewalRefused' : 'pairRefused';
    default:
      return undefined;
  }
}

/** Answers that are no use, as the gateway room names them. */
const unreachable: Readonly<Record<string, Key>> = {
  'rate-limited': 'tooBusy',
  'server-error': 'tooBusy',
  unreadable: 'unreadable',
  'unknown-status': 'unreadable',
};

/** What the terminal itself found wrong with a certificate that was issued. */
const wrongCertificate: Readonly<Record<string, Key>> = {
  'certificate-key': 'otherKey',
  'certificate-issuer': 'otherKey',
  'certificate-vat-number': 'otherVatNumber',
  'certificate-expired': 'clock',
  'certificate-not-yet': 'clock',
};

/** The authority's codes come in several spellings (facts, Calls); its words tell some cases apart. */
function refusalSentence(detail: NonNullable<Failure['detail']>): Key {
  const code = String(detail.code ?? '').toLowerCase();
  const message = String(detail.message ?? '').toLowerCase();
  if (code === 'missing-otp') return 'otpMissing';
  if (code.includes('otp')) {
    if (message.includes('expired')) return 'otpExpired';
    return message.includes('used') ? 'otpUsed' : 'otpWrong';
  }
  if (code === 'not_compliant' || message.includes('policy module')) return 'templateRefused';
  if (code.includes('csr')) return 'requestRefused';
  if (code === 'missing-compliancesteps') return 'stepsMissing';
  if (code === 'invalid-currentccsid') return 'renewalRefused';
  const ofCertificate = wrongCertificate[code];
  if (ofCertificate !== undefined) return ofCertificate;
  if (detail.step === 'series') return 'documentRefused';
  return 'refused';
}

const en = {
  otpWrong:
    'The code was not accepted. It may be mistyped, used already, or for another taxpayer. Get a new code in the Fatoora portal and enter it here.',
  otpUsed: 'This code has been used; each code serves once. Get a new code in the Fatoora portal.',
  otpExpired: 'This code has expired; a code is good for one hour. Get a new code in the Fatoora portal.',
  otpMissing: 'The code did not reach the authority. Enter it again.',
  templateRefused:
    'The authority refuses this kind of certificate here. The code was probably made in the other portal: simulation and production each have their own. Check the environment, then get a code in its portal.',
  requestRefused:
    'The authority did not accept the details for the certificate. Check the VAT number, the branch and its address under Company, then get a new code.',
  stepsMissing:
    'The authority still misses some of the test documents. Try again: they are sent once more, and no new code is needed.',
  renewalRefused:
    'The authority does not accept the present certificate for a renewal. Use Re-issue instead, with a new code.',
  otherKey:
    'The authority answered with a certificate that belongs to another key, so it was not taken. Check the gateway’s address, then start again with a new code.',
  otherVatNumber:
    'The certificate that came is for another VAT number, so it was not taken. The code was made by another taxpayer. Check the VAT number, then get a code as the right taxpayer.',
  otherTemplate:
    'The certificate that came is for another environment, so it was not taken. Check the gateway’s address under Environments, then get a code in the right portal.',
  documentRefused:
    'A test document was not accepted. The list shows which one and why. If it names details of the company, mend them first; then try again.',
  refused: 'The authority did not accept the request ({code}). {message}',
  noNetwork: 'The authority cannot be reached. Check this device’s network, then try again.',
  tooSlow: 'The authority did not answer in time. Wait a minute, then try again.',
  tooBusy: 'The authority’s service is busy or disturbed. Wait some minutes, then try again.',
  unreadable:
    'What answered was not the authority. A sign-in page of the network or a wrong gateway address may stand in between. Check both, then try again.',
  answerLost:
    'No answer came: the authority was not reached, or the connection broke while it was answering. Check the network and enter the code again; if it is refused, get a new one. A certificate whose answer was lost is never used.',
  pairRefused:
    'The authority did not accept the credential it gave this terminal (401). Check that the environment is the right one. If it is, begin again with a new code.',
  notPermitted:
    'The authority knows this terminal but does not permit this (403). Check in the Fatoora portal that the device is still registered there.',
  clock:
    'This device’s clock does not agree with the authority’s certificates. Set date and time, then try again.',
} as const;
type Key = keyof typeof en;

const ar: Readonly<Record<Key, string>> = {
  otpWrong:
    'لم يُقبل الرمز. قد يكون مكتوبًا خطأً أو مستخدمًا من قبل أو لمكلّف آخر. أنشئ رمزًا جديدًا في بوابة فاتورة وأدخله هنا.',
  otpUsed: 'استُخدم هذا الرمز من قبل، وكل رمز يصلح مرة واحدة. أنشئ رمزًا جديدًا في بوابة فاتورة.',
  otpExpired: 'انتهت صلاحية هذا الرمز، فالرمز يصلح ساعة واحدة. أنشئ رمزًا جديدًا في بوابة فاتورة.',
  otpMissing: 'لم يصل الرمز إلى الهيئة. أدخله مرة أخرى.',
  templateRefused:
    'ترفض الهيئة هذا النوع من الشهادات هنا. الأرجح أن الرمز أُنشئ في البوابة الأخرى: للمحاكاة بوابة وللتشغيل الفعلي بوابة. تحقق من البيئة ثم أنشئ رمزًا في بوابتها.',
  requestRefused:
    'لم تقبل الهيئة بيانات الشهادة. راجع الرقم الضريبي والفرع وعنوانه في صفحة المنشأة ثم أنشئ رمزًا جديدًا.',
  stepsMissing:
    'ما زالت بعض المستندات التجريبية ناقصة لدى الهيئة. أعد المحاولة لتُرسل من جديد، ولا حاجة إلى رمز جديد.',
  renewalRefused: 'لا تقبل الهيئة الشهادة الحالية للتجديد. استخدم إعادة الإصدار برمز جديد.',
  otherKey: 'أجابت الهيئة بشهادة تخص مفتاحًا آخر فلم تُعتمد. تحقق من عنوان البوابة ثم ابدأ من جديد برمز جديد.',
  otherVatNumber:
    'الشهادة التي وصلت لرقم ضريبي آخر فلم تُعتمد، لأن الرمز أنشأه مكلّف آخر. راجع الرقم الضريبي ثم أنشئ رمزًا باسم المكلّف الصحيح.',
  otherTemplate:
    'الشهادة التي وصلت لبيئة أخرى فلم تُعتمد. راجع عنوان البوابة في صفحة البيئات ثم أنشئ رمزًا في البوابة الصحيحة.',
  documentRefused:
    'لم يُقبل أحد المستندات التجريبية. تبيّن القائمة أيّها ولماذا. إن ذُكرت بيانات المنشأة فصحّحها أولًا، ثم أعد المحاولة.',
  refused: 'لم تقبل الهيئة الطلب ({code}). {message}',
  noNetwork: 'تعذّر الوصول إلى الهيئة. تحقق من شبكة هذا الجهاز ثم أعد المحاولة.',
  tooSlow: 'لم تُجب الهيئة في الوقت المحدد. انتظر دقيقة ثم أعد المحاولة.',
  tooBusy: 'خدمة الهيئة مشغولة أو متعطلة. انتظر بضع دقائق ثم أعد المحاولة.',
  unreadable:
    'الذي أجاب ليس الهيئة. قد تعترض صفحة دخول للشبكة أو عنوان بوابة خاطئ. تحقق منهما ثم أعد المحاولة.',
  answerLost:
    'لم يصل رد: تعذّر الوصول إلى الهيئة، أو انقطع الاتصال أثناء ردها. تحقق من الشبكة وأدخل الرمز مرة أخرى، فإن رُفض فأنشئ رمزًا جديدًا. الشهادة التي ضاع ردّها لا تُستخدم أبدًا.',
  pairRefused:
    'لم تقبل الهيئة الاعتماد الذي أعطته لهذا الجهاز (401). تحقق من أن البيئة هي الصحيحة، فإن كانت كذلك فابدأ من جديد برمز جديد.',
  notPermitted:
    'تعرف الهيئة هذا الجهاز لكنها لا تسمح بهذا الإجراء (403). تحقق في بوابة فاتورة من أن الجهاز ما زال مسجلًا.',
  clock: 'ساعة هذا الجهاز لا تتفق مع شهادات الهيئة. اضبط التاريخ والوقت ثم أعد المحاولة.',
};

/** By language; exported for the tests of the words. */
export const sentences: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { en, ar };
