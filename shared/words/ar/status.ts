import type { en } from '../en/status.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  states: {
    waiting: 'بانتظار الإرسال',
    sending: 'جارٍ الإرسال',
    accepted: 'مقبولة',
    rejected: 'مرفوضة',
    parked: 'تحتاج إلى متابعة',
  },
  outcomes: {
    accepted: 'قبلتها الهيئة',
    rejected: 'رفضتها الهيئة',
    'clearance-off': 'الاعتماد متوقف؛ سيتم الإبلاغ عنها بدلًا من ذلك',
    'request-refused': 'لم تستطع الهيئة معالجة الطلب',
    'credential-refused': 'لم تقبل الهيئة شهادة الجهاز',
    unknown: 'لا رد واضح؛ سيُعاد الإرسال',
  },
  events: {
    issued: 'صدرت',
    sent: 'أُرسلت',
    answered: 'وصل الرد',
    unanswered: 'لا رد',
    late: 'انقضت مهلة الإبلاغ وهي 24 ساعة',
  },
  environments: {
    training: 'تدريب',
    simulation: 'محاكاة',
    production: 'تشغيل فعلي',
  },
  roles: {
    nobody: 'لم يسجل أحد الدخول',
    cashier: 'كاشير',
    manager: 'مدير',
  },
  connections: {
    unknown: 'لم يُجرّب بعد',
    online: 'متصل',
    failing: 'عطل في الخادم',
    offline: 'غير متصل',
    refused: 'مرفوض',
  },
  kinds: {
    invoice: 'فاتورة',
    creditNote: 'إشعار دائن',
    debitNote: 'إشعار مدين',
    prepayment: 'فاتورة دفعة مقدمة',
  },
  payments: {
    cash: 'نقدًا',
    card: 'بطاقة',
    bankTransfer: 'تحويل',
    bankAccount: 'حساب بنكي',
    exchange: 'استبدال',
    onAccount: 'على الحساب',
    other: 'أخرى',
  },
};
