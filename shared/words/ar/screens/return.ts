import type * as en from '../../en/screens/return.ts';
import type { Translation } from '../../plural.ts';

const returning: Translation<typeof en.return> = {
  title: 'إرجاع',
  how: 'امسح رمز الإيصال أو اكتب رقمه كاملًا.',
  number: 'الرقم أو رمز الاستجابة السريعة',
  find: 'البحث عن الفاتورة',
  noReceipt: 'لا يوجد إيصال؟ ابحث في الفواتير',
  shown: {
    qr: 'أُبرز الإيصال',
    number: 'قُرئ رقم الإيصال',
    none: 'لم يُبرَز الإيصال',
  },
  findOther: 'البحث عن فاتورة أخرى',
  titleOf: 'إرجاع من الفاتورة',
  goods: 'ما يُرجَع',
  sold: 'المباع',
  comesBack: 'المرتجع',
  left: 'بقي {left}',
  quantityOf: 'الكمية المرتجعة من الصنف {number}',
  less: 'إنقاص الصنف {number}',
  more: 'زيادة الصنف {number}',
  all: 'الكل',
  none: 'لا شيء',
  reason: 'السبب',
  reasons: {
    returned: 'إرجاع بضاعة',
    faulty: 'بضاعة معيبة',
    wrong: 'صنف خاطئ',
    cancelled: 'إلغاء البيع',
    other: 'سبب آخر',
  },
  ownReason: 'السبب بكلمات قليلة',
  paidBackBy: 'طريقة الرد',
  several: 'الرد بعدة طرق',
  payBack: 'المبلغ المردود',
  nothing: 'اختر ما يُرجَع.',
  notOnInvoice: 'الرمز \u2066{code}\u2069 ليس في هذه الفاتورة.',
  noneLeft: 'لم يبقَ من «{name}» ما يُرجَع.',
  sure: 'ردّ هذا المبلغ؟',
  sureNothing: 'استرجاع الأصناف؟',
  nothingBack: 'لا يوجد مبلغ يُردّ.',
  paidInAdvance:
    'دُفع {amount} من هذه الفاتورة مقدمًا. تُردّ قيمة الأصناف كاملة، ومعها هذا الجزء، وتبقى الدفعة المقدمة مخصومة.',
  sureHow: '{means} · \u2066{number}\u2069',
  sureWhy: 'يصدر بهذا إشعار دائن لا يمكن التراجع عنه.',
  notYet: 'ليس بعد',
  issue: 'رد المبلغ',
  ofInvoice: 'إرجاع بضاعة',
  card: {
    approved: 'عاد المبلغ إلى البطاقة',
    approvedText: 'بقي إصدار الإشعار الدائن، ولن يُرد المبلغ به مرة ثانية.',
    issue: 'إصدار الإشعار الدائن',
    later: 'لاحقًا',
    besides: 'ويُرد غيره {amount} بطريقة: {means}',
    open: 'لم يكتمل بعد',
    openPaid: '\u2066{number}\u2069: عاد {amount} إلى البطاقة، وبقي الإشعار الدائن',
    openUnknown: '\u2066{number}\u2069: لا يُعرف هل عاد {amount} إلى البطاقة',
    goOn: 'متابعة',
  },
};

export { returning as return };

export const exchange: Translation<typeof en.exchange> = {
  start: 'استبدال ببضاعة أخرى',
  title: 'استبدال: تعود بضاعة من الفاتورة {number}',
  leave: 'بدون استبدال',
  back: 'قيمة البضاعة المعادة',
  note: 'إشعار دائن {number}',
  printNote: 'طباعته',
};
