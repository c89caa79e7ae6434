import type { en } from '../../en/screens/receipt.ts';
import type { Translation } from '../../plural.ts';

export const ar: Translation<typeof en> = {
  receipt: {
    returned: 'تم الإرجاع',
    payBack: 'رُدّ للعميل',
    sealed: 'صدرت الفاتورة',
    refused: 'رفضتها الهيئة',
    consumerTitle: 'فاتورة ضريبية مبسطة',
    businessTitle: 'فاتورة ضريبية',
    scan: 'يمكن للعميل مسح هذا الرمز',
    qr: 'رمز الاستجابة السريعة للفاتورة {number}',
    number: 'الرقم',
    time: 'الوقت',
    done: 'استلمتها الهيئة. اكتمل كل شيء.',
    handOver: 'يمكن للعميل الانصراف، والإرسال مستمر تلقائيًا.',
    waitForClearance: 'سلّم الفاتورة بعد أن تعتمدها الهيئة.',
    handOverCleared: 'اعتُمدت. سلّم الفاتورة للمشتري.',
    rejected: 'لا تسلّمها. صحّحها:',
    parked: 'هذه الفاتورة تحتاج إلى متابعة. أبلغ المدير.',
    print: 'طباعة الإيصال',
    savePdf: 'حفظ PDF',
    newSale: 'بيع جديد',
    open: 'فتح الفاتورة',
    steps: {
      sealed: 'خُتمت',
      sent: 'أُرسلت',
      sending: 'جارٍ الإرسال',
      clearance: 'اعتماد الهيئة',
      answer: 'رد الهيئة',
      cleared: 'اعتمدتها الهيئة',
      reported: 'قبلتها الهيئة',
      byReporting: 'قُبلت عبر الإبلاغ',
      rejected: 'رفضتها الهيئة',
      parked: 'تحتاج إلى متابعة',
    },
  },
};
