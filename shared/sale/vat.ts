/** VAT categories of the authority (UNCL 5305 subset): standard, zero-rated, exempt, out of scope. */
export const vatCategories = ['S', 'Z', 'E', 'O'] as const;
export type VatCategory = (typeof vatCategories)[number];

/** Rates the rules accept for category S, in percent (BR-KSA-84). */
export const standardRates = ['15', '5'] as const;

/** A reason for charging no VAT: its code, its category, and its text in both languages. */
export interface ExemptionReason {
  readonly code: string;
  readonly category: Exclude<VatCategory, 'S'>;
  readonly en: string;
  readonly ar: string;
}

/**
 * Exemption reasons with the official texts. Source: XML Implementation Standard (2023), code list of BT-121; rule
 * BR-KSA-CL-04. The codes from DIPLOMAT on are newer than that standard; their texts are in common use, and no rule
 * compares them. VATEX-SA-OOS has no official text, so the taxpayer writes one.
 */
export const exemptionReasons: readonly ExemptionReason[] = [
  {
    code: 'VATEX-SA-29',
    category: 'E',
    en: 'Financial services mentioned in Article 29 of the VAT Regulations',
    ar: 'الخدمات المالية',
  },
  {
    code: 'VATEX-SA-29-7',
    category: 'E',
    en: 'Life insurance services mentioned in Article 29 of the VAT Regulations',
    ar: 'عقد تأمين على الحياة',
  },
  {
    code: 'VATEX-SA-30',
    category: 'E',
    en: 'Real estate transactions mentioned in Article 30 of the VAT Regulations',
    ar: 'التوريدات العقارية المعفاة من الضريبة',
  },
  { code: 'VATEX-SA-32', category: 'Z', en: 'Export of goods', ar: 'صادرات السلع من المملكة' },
  { code: 'VATEX-SA-33', category: 'Z', en: 'Export of services', ar: 'صادرات الخدمات من المملكة' },
  {
    code: 'VATEX-SA-34-1',
    category: 'Z',
    en: 'The international transport of Goods',
    ar: 'النقل الدولي للسلع',
  },
  {
    code: 'VATEX-SA-34-2',
    category: 'Z',
    en: 'International transport of passengers',
    ar: 'النقل الدولي للركاب',
  },
  {
    code: 'VATEX-SA-34-3',
    category: 'Z',
    en: 'Services directly connected and incidental to a Supply of international passenger transport',
    ar: 'الخدمات المرتبطة مباشرة أو عرضيًا بتوريد النقل الدولي للركاب',
  },
  {
    code: 'VATEX-SA-34-4',
    category: 'Z',
    en: 'Supply of a qualifying means of transport',
    ar: 'توريد وسائل النقل المؤهلة',
  },
  {
    code: 'VATEX-SA-34-5',
    category: 'Z',
    en: 'Any services relating to Goods or passenger transportation, as defined in article twenty five of these Regulations',
    ar: 'الخدمات ذات الصلة بنقل السلع أو الركاب، وفقًا للتعريف الوارد بالمادة الخامسة والعشرين من اللائحة التنفيذية لنظام ضريبة القيمة المضافة',
  },
  {
    code: 'VATEX-SA-35',
    category: 'Z',
    en: 'Medicines and medical equipment',
    ar: 'الأدوية والمعدات الطبية',
  },
  { code: 'VATEX-SA-36', category: 'Z', en: 'Qualifying metals', ar: 'المعادن المؤهلة' },
  {
    code: 'VATEX-SA-EDU',
    category: 'Z',
    en: 'Private education to citizen',
    ar: 'الخدمات التعليمية الخاصة للمواطنين',
  },
  {
    code: 'VATEX-SA-HEA',
    category: 'Z',
    en: 'Private healthcare to citizen',
    ar: 'الخدمات الصحية الخاصة للمواطنين',
  },
  {
    code: 'VATEX-SA-MLTRY',
    category: 'Z',
    en: 'Supply of qualified military goods',
    ar: 'توريد السلع العسكرية المؤهلة',
  },
  {
    code: 'VATEX-SA-DIPLOMAT',
    category: 'Z',
    en: 'Qualified Supplies to Diplomatic Missions',
    ar: 'التوريدات المؤهلة للبعثات الدبلوماسية',
  },
  {
    code: 'VATEX-SA-DUTYFREE',
    category: 'Z',
    en: 'Qualified Supply of Goods in Duty Free area',
    ar: 'التوريد المؤهل للسلع في الأسواق الحرة',
  },
  {
    code: 'VATEX-SA-ROYALDECREE',
    category: 'Z',
    en: 'Supply on which the Government bears the VAT',
    ar: 'التوريد الذي تتحمل الدولة ضريبته',
  },
  {
    code: 'VATEX-SA-32(bis)',
    category: 'Z',
    en: 'Supply under Customs Suspension Arrangement',
    ar: 'التوريد تحت وضع معلق للرسوم الجمركية',
  },
  { code: 'VATEX-SA-OOS', category: 'O', en: '', ar: '' },
];

/** Returns the reason of a code, or undefined for a code without an official text. */
export function exemptionReason(code: string): ExemptionReason | undefined {
  return exemptionReasons.find((reason) => reason.code === code);
}
