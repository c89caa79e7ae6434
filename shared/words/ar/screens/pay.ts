import type { en } from '../../en/screens/pay.ts';
import type { Translation } from '../../plural.ts';

export const ar: Translation<typeof en> = {
  pay: {
    title: 'الدفع',
    open: 'دفع {amount}',
    openBack: 'رد {amount}',
    due: 'المطلوب',
    dueBack: 'المبلغ المردود',
    back: 'العودة إلى السلة',
    means: 'طريقة الدفع',
    several: 'عدة طرق',
    goods: 'الأصناف',
    tendered: 'النقد المستلم',
    notes: 'الأوراق المستلمة',
    exact: 'المبلغ بالضبط',
    change: 'الباقي للعميل',
    rest: 'المتبقي',
    nothing: 'لا يوجد مبلغ للدفع.',
    whole: 'يُدفع المبلغ كاملًا بهذه الطريقة. استلم الدفعة أولًا، ثم أصدر.',
    wholeBack: 'يُرد المبلغ كاملًا بهذه الطريقة.',
    owes: 'يُقيَّد المبلغ كاملًا على حساب {buyer}. لا يدخل الدرج أي نقد.',
    amountBy: '{means}، المبلغ {number}',
    addPart: 'إضافة: {means}',
    removePart: 'حذف {means}، المبلغ {number}',
    trouble: {
      unreadable: 'أدخل مبلغًا مثل 50.00.',
      missing: 'أدخل مبلغًا لكل طريقة، أو احذفها.',
      short: 'ينقص النقد {amount}.',
      rest: 'بقي {amount} دون دفع.',
      tooMuch: 'زيادة {amount}.',
    },
  },
  pad: {
    label: 'لوحة الأرقام',
    doubleZero: 'صفران',
    point: 'الفاصلة العشرية',
    erase: 'مسح آخر رقم',
    enter: 'تم',
  },
};
