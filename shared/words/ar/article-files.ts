import type { en } from '../en/article-files.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  columns: {
    id: 'المعرف',
    nameAr: 'الاسم بالعربية',
    nameEn: 'الاسم بالإنجليزية',
    name: 'الاسم',
    codes: 'الرموز',
    shortCode: 'الرمز المختصر',
    price: 'السعر شامل الضريبة',
    unit: 'الوحدة',
    group: 'المجموعة',
    vat: 'الضريبة',
    vatReason: 'سبب الإعفاء',
    vatReasonText: 'سبب الإعفاء نصًا',
    favourite: 'مفضل',
    active: 'معروض للبيع',
  },
  others: {
    nameAr: 'الاسم العربي, اسم الصنف بالعربي',
    nameEn: 'الاسم الإنجليزي, اسم الصنف بالإنجليزي',
    name: 'الصنف, اسم الصنف, المنتج, اسم المنتج, الوصف',
    codes: 'الرمز, الباركود, باركود, رقم الصنف, رمز الصنف, الكود',
    shortCode: 'رقم مختصر',
    price: 'السعر, سعر البيع, سعر الوحدة',
    unit: 'وحدة القياس',
    group: 'التصنيف, القسم, الفئة',
    vat: 'نسبة الضريبة, ضريبة القيمة المضافة',
    vatReason: 'الإعفاء',
    favourite: 'المفضلة',
    active: 'فعال',
  },
  currency: 'ر.س., ريال, ريالات, ريالًا, ريال سعودي',
  yes: 'نعم',
  no: 'لا',
  fileName: 'الأصناف',
};
