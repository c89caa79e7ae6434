import type { CredentialView, FlowKind, RefusalCause, SeriesDocument } from '../contract/credentials.ts';
import type { OnboardingStep } from '../contract/terminal.ts';
import type { Language } from './vocabulary.ts';

type End = NonNullable<CredentialView['history'][number]['end']>;

/** Words of the life of a credential, for the screens and the command line. */
export interface CredentialWords {
  readonly flows: Readonly<Record<FlowKind, string>>;
  readonly steps: Readonly<Record<OnboardingStep['step'], string>>;
  readonly documents: Readonly<Record<SeriesDocument, string>>;
  /** The document types of a certificate, by its four digits; others are shown as they are. */
  readonly documentTypes: Readonly<Record<'1000' | '0100' | '1100', string>>;
  /** Where the life cycle stands. */
  readonly states: Readonly<Record<CredentialView['state'], string>>;
  readonly stages: Readonly<Record<'compliance' | 'production', string>>;
  readonly ends: Readonly<Record<End, string>>;
  /** What is behind a 401 or 403, and what mends it. */
  readonly causes: Readonly<Record<RefusalCause, string>>;
}

export const credentialWords: Readonly<Record<Language, CredentialWords>> = {
  en: {
    flows: { onboarding: 'Setting up', renewal: 'Renewal', reissue: 'Re-issue' },
    steps: {
      key: 'Make the terminal’s key',
      compliance: 'Get the test certificate',
      series: 'Send test documents',
      production: 'Get the working certificate',
      done: 'Ready to sell',
    },
    documents: {
      'standard-invoice': 'Tax invoice to a business',
      'standard-credit-note': 'Credit note to a business',
      'standard-debit-note': 'Debit note to a business',
      'simplified-invoice': 'Simplified invoice to a consumer',
      'simplified-credit-note': 'Credit note to a consumer',
      'simplified-debit-note': 'Debit note to a consumer',
    },
    documentTypes: {
      '1000': 'Invoices to businesses',
      '0100': 'Invoices to consumers',
      '1100': 'Invoices to consumers and businesses',
    },
    states: {
      none: 'Not set up',
      compliance: 'Test certificate held',
      eligible: 'Tests passed',
      production: 'In service',
    },
    stages: { compliance: 'Test certificate', production: 'Working certificate' },
    ends: {
      superseded: 'Served its purpose',
      renewed: 'Replaced by renewal',
      revoked: 'Revoked',
      abandoned: 'Given up',
    },
    causes: {
      'header-malformed':
        'The stored credential is damaged: the terminal cannot build a proper sign-in from it. Re-issue the certificate.',
      'other-environment':
        'The credential belongs to another environment. Nothing is sent with it. Switch to its environment, or set this one up with its own.',
      'certificate-expired': 'The certificate has run out. Renew it; what waits is sent afterwards.',
      'pair-revoked':
        'The certificate is valid by its dates, but the authority no longer accepts it: it was revoked or its secret was changed there. Re-issue the certificate.',
      'not-permitted':
        'The authority knows this terminal but does not permit the action. Check in the Fatoora portal that the device is registered; re-issue the certificate if it is not.',
    },
  },
  ar: {
    flows: { onboarding: 'التهيئة', renewal: 'التجديد', reissue: 'إعادة الإصدار' },
    steps: {
      key: 'إنشاء مفتاح الجهاز',
      compliance: 'الحصول على شهادة الاختبار',
      series: 'إرسال المستندات التجريبية',
      production: 'الحصول على شهادة العمل',
      done: 'جاهز للبيع',
    },
    documents: {
      'standard-invoice': 'فاتورة ضريبية لمنشأة',
      'standard-credit-note': 'إشعار دائن لمنشأة',
      'standard-debit-note': 'إشعار مدين لمنشأة',
      'simplified-invoice': 'فاتورة مبسطة لفرد',
      'simplified-credit-note': 'إشعار دائن لفرد',
      'simplified-debit-note': 'إشعار مدين لفرد',
    },
    documentTypes: { '1000': 'فواتير للمنشآت', '0100': 'فواتير للأفراد', '1100': 'فواتير للأفراد والمنشآت' },
    states: {
      none: 'لم تُهيّأ',
      compliance: 'لديها شهادة اختبار',
      eligible: 'اجتازت الاختبارات',
      production: 'في الخدمة',
    },
    stages: { compliance: 'شهادة اختبار', production: 'شهادة عمل' },
    ends: { superseded: 'أدّت غرضها', renewed: 'حلّ محلها التجديد', revoked: 'أُلغيت', abandoned: 'تُركت' },
    causes: {
      'header-malformed': 'الاعتماد المحفوظ تالف، فلا يستطيع الجهاز أن يعرّف بنفسه به. أعد إصدار الشهادة.',
      'other-environment':
        'هذا الاعتماد يخص بيئة أخرى ولا يُرسل به شيء. انتقل إلى بيئته، أو هيّئ هذه البيئة باعتمادها الخاص.',
      'certificate-expired': 'انتهت صلاحية الشهادة. جدّدها، ويُرسل ما ينتظر بعد ذلك.',
      'pair-revoked':
        'الشهادة سارية بحسب تاريخها، لكن الهيئة لم تعد تقبلها: أُلغيت أو تغيّر سرّها هناك. أعد إصدار الشهادة.',
      'not-permitted':
        'تعرف الهيئة هذا الجهاز لكنها لا تسمح بالإجراء. تحقق في بوابة فاتورة من تسجيل الجهاز، وأعد إصدار الشهادة إن لم يكن مسجلًا.',
    },
  },
};

/** Which documents a certificate is for; digits that have no words are given back as they are. */
export function describeDocumentTypes(digits: string, language: Language): string {
  const known = credentialWords[language].documentTypes;
  return Object.hasOwn(known, digits) ? known[digits as keyof typeof known] : digits;
}
