/** The texts written into a document, in both languages at once. Charges by their codes of UNTDID 7161. */
export const en = {
  discount: 'Discount',
  rounding: 'Rounding',
  creditedEarlier: 'Credited earlier',
  advancePayment: 'Advance payment',
  sundries: 'Sundries',
  returns: {
    returned: 'Goods returned',
    faulty: 'Faulty goods',
    wrong: 'Wrong item',
    cancelled: 'Sale cancelled',
  },
  charges: {
    DL: 'Delivery',
    PC: 'Packing',
    FC: 'Freight',
    ABK: 'Miscellaneous',
  },
} as const;
