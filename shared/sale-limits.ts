/** Limits of one sale, each stated when it refuses. */
export const saleLimits = {
  lines: 5000,
  /** Prepayment documents one final invoice deducts, and VAT rates of one of them. */
  prepayments: 100,
  prepaymentRates: 10,
  /** Discounts, and charges, of one line or of the basket. */
  adjustments: 20,
  payments: 20,
  notes: 20,
  corrects: 100,
  quantityDecimals: 6,
  priceDecimals: 6,
  amountDecimals: 2,
  /** Characters, the point among them (rule BR-KSA-90). */
  exchangeRate: 14,
  /** Riyals a payable amount may be rounded by. */
  payableRounding: 1,
  /** Characters. */
  text: 1000,
  reference: 127,
  correctedNumber: 5000,
  /** The length of a QR's field is one byte. */
  qrNameBytes: 255,
} as const;
