/*
 * The words on what a customer is handed, always in both languages: whoever reads it chooses none.
 */

export interface Words {
  readonly ar: string;
  readonly en: string;
}

const words = (ar: string, en: string): Words => ({ ar, en });

/** By kind (`388` …), of a standard and of a simplified document. */
export const titles = {
  '388': {
    standard: words('فاتورة ضريبية', 'Tax invoice'),
    simplified: words('فاتورة ضريبية مبسطة', 'Simplified tax invoice'),
  },
  '386': {
    standard: words('فاتورة ضريبية لدفعة مقدمة', 'Prepayment tax invoice'),
    simplified: words('فاتورة ضريبية مبسطة لدفعة مقدمة', 'Simplified prepayment tax invoice'),
  },
  '381': {
    standard: words('إشعار دائن للفاتورة الضريبية', 'Credit note'),
    simplified: words('إشعار دائن للفاتورة الضريبية المبسطة', 'Simplified credit note'),
  },
  '383': {
    standard: words('إشعار مدين للفاتورة الضريبية', 'Debit note'),
    simplified: words('إشعار مدين للفاتورة الضريبية المبسطة', 'Simplified debit note'),
  },
} as const;

/** What is special about a document, in the order of the flags in its type (KSA-2, positions 3 to 7). */
export const specials: readonly Words[] = [
  words('صادرة عن طرف ثالث', 'Issued by a third party'),
  words('توريد اسمي', 'Nominal supply'),
  words('تصدير', 'Export'),
  words('فاتورة ملخصة', 'Summary invoice'),
  words('فوترة ذاتية', 'Self-billed'),
];

/** Why a paper is not what it looks like, or not yet. */
export const marks = {
  training: words('للتدريب فقط، ليست فاتورة ضريبية', 'Training only: not a tax invoice'),
  simulation: words('محاكاة، ليست فاتورة ضريبية', 'Simulation: not a tax invoice'),
  uncleared: words('لم تُعتمد من الهيئة بعد، لا تُسلَّم للمشتري', 'Not cleared yet: not to be handed over'),
  rejected: words('رفضتها الهيئة، لا تُسلَّم للمشتري', 'Rejected by the authority: not valid'),
} as const;
export type Mark = keyof typeof marks;

export const labels = {
  number: words('الرقم', 'Number'),
  issued: words('تاريخ ووقت الإصدار', 'Issued'),
  uuid: words('المعرّف الفريد', 'UUID'),
  supplied: words('تاريخ التوريد', 'Supply date'),
  order: words('أمر الشراء', 'Purchase order'),
  contract: words('العقد', 'Contract'),
  corrects: words('تصحيح للفاتورة', 'Corrects'),
  reason: words('سبب الإصدار', 'Reason'),
  payment: words('طريقة الدفع', 'Payment'),
  account: words('الحساب', 'Account'),
  terms: words('شروط الدفع', 'Terms'),
  notes: words('ملاحظات', 'Notes'),
  seller: words('البائع', 'Seller'),
  buyer: words('المشتري', 'Buyer'),
  vatNumber: words('الرقم الضريبي', 'VAT number'),
  item: words('الصنف', 'Item'),
  quantity: words('الكمية', 'Quantity'),
  price: words('سعر الوحدة', 'Unit price'),
  discount: words('الخصم', 'Discount'),
  charge: words('رسوم', 'Charge'),
  net: words('قبل الضريبة', 'Before VAT'),
  rate: words('النسبة', 'VAT %'),
  vat: words('الضريبة', 'VAT'),
  total: words('الإجمالي', 'Total'),
  breakdown: words('تفصيل الضريبة', 'VAT breakdown'),
  taxable: words('الخاضع', 'Taxable'),
  lines: words('مجموع الأصناف', 'Items'),
  allowances: words('الخصومات', 'Discounts'),
  charges: words('الرسوم', 'Charges'),
  taxExclusive: words('الإجمالي قبل الضريبة', 'Total before VAT'),
  vatTotal: words('ضريبة القيمة المضافة', 'VAT'),
  vatInSar: words('الضريبة بالريال السعودي', 'VAT in SAR'),
  exchangeRate: words('سعر الصرف', 'Exchange rate'),
  taxInclusive: words('الإجمالي شامل الضريبة', 'Total with VAT'),
  prepaid: words('المدفوع مقدمًا', 'Prepaid'),
  rounding: words('التقريب', 'Rounding'),
  payable: words('المبلغ المستحق', 'Amount due'),
  credited: words('المبلغ المسترد', 'Amount credited'),
  prepayment: words('دفعة مقدمة', 'Prepayment'),
  attached: words('الفاتورة الإلكترونية (XML) مرفقة بهذا الملف', 'The electronic invoice (XML) is attached'),
  thanks: words('شكرًا لزيارتكم', 'Thank you'),
} as const;

/** UNCL 5305 as the authority uses it. */
export const categories: Readonly<Record<'S' | 'Z' | 'E' | 'O', Words>> = {
  S: words('خاضع للنسبة الأساسية', 'Standard rate'),
  Z: words('خاضع لنسبة الصفر', 'Zero rate'),
  E: words('معفى', 'Exempt'),
  O: words('خارج نطاق الضريبة', 'Out of scope'),
};

/** The ways a party is identified (rules BR-KSA-08 and BR-KSA-14). */
const schemes: Readonly<Record<string, Words>> = {
  CRN: words('السجل التجاري', 'CR number'),
  MOM: words('رخصة وزارة البلديات', 'Momrah licence'),
  MLS: words('رخصة وزارة الموارد البشرية', 'MHRSD licence'),
  '700': words('الرقم الموحد', 'Unified number'),
  SAG: words('رخصة وزارة الاستثمار', 'MISA licence'),
  TIN: words('الرقم المميز', 'Tax identification'),
  NAT: words('الهوية الوطنية', 'National ID'),
  GCC: words('هوية مجلس التعاون', 'GCC ID'),
  IQA: words('رقم الإقامة', 'Iqama'),
  PAS: words('جواز السفر', 'Passport'),
};

export function schemeWords(scheme: string): Words {
  return (Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined) ?? words('معرّف آخر', 'Other ID');
}

/** UNTDID 4461, those a till uses; another code stands as it is. */
const payments: Readonly<Record<string, Words>> = {
  '10': words('نقدًا', 'Cash'),
  '30': words('تحويل', 'Credit transfer'),
  '42': words('حساب بنكي', 'Bank account'),
  '48': words('بطاقة', 'Card'),
  '1': words('غير محددة', 'Not specified'),
};

export function paymentWords(code: string): Words {
  return (Object.hasOwn(payments, code) ? payments[code] : undefined) ?? words(code, code);
}

const regions = {
  ar: new Intl.DisplayNames('ar', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
};

/** A country by its code; a code that names none stands as it is. */
export function countryWords(code: string): Words {
  if (!/^[A-Z]{2}$/.test(code)) return words(code, code);
  return words(regions.ar.of(code) ?? code, regions.en.of(code) ?? code);
}

export function pageWords(page: number, pages: number): Words {
  return words(`صفحة ${page} من ${pages}`, `Page ${page} of ${pages}`);
}

/** On the page that tries a printer. */
export const testWords = {
  title: words('صفحة تجربة الطباعة', 'Test page'),
  line: words('يجب أن يظهر هذا الخط كاملًا من طرفه إلى طرفه', 'This line must be whole, from end to end'),
  sharp: words('يجب أن تكون المربعات واضحة سوداء', 'The squares must be black and sharp'),
} as const;
