/** The charges a shop makes, by their codes of UNTDID 7161; the document says them in both languages. */
export const chargeReasons = {
  DL: 'توصيل | Delivery',
  PC: 'تغليف | Packing',
  FC: 'شحن | Freight',
  ABK: 'رسوم متنوعة | Miscellaneous',
} as const;
export const chargeCodes = [
  'DL',
  'PC',
  'FC',
  'ABK',
] as const satisfies readonly (keyof typeof chargeReasons)[];
