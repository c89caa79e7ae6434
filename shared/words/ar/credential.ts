import type { en } from '../en/credential.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  flows: {
    onboarding: 'التهيئة',
    renewal: 'التجديد',
    reissue: 'إعادة الإصدار',
  },
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
  documentTypes: {
    '1000': 'فواتير للمنشآت',
    '1100': 'فواتير للأفراد والمنشآت',
    '0100': 'فواتير للأفراد',
  },
  states: {
    none: 'لم تُهيّأ',
    compliance: 'لديها شهادة اختبار',
    eligible: 'اجتازت الاختبارات',
    production: 'في الخدمة',
  },
  stages: {
    compliance: 'شهادة اختبار',
    production: 'شهادة عمل',
  },
  ends: {
    superseded: 'أدّت غرضها',
    renewed: 'حلّ محلها التجديد',
    revoked: 'أُلغيت',
    abandoned: 'تُركت',
  },
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
};
