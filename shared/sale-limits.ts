/** Limits of one sale; a refusal states the limit. */
export const saleLimits = {
  lines: 5000,
  /** Prepayment documents that a final invoice deducts, and VAT rates of each. */
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
  /** Characters, including the decimal point (rule BR-KSA-90). */
  exchangeRate: 14,
  /** Riyals by which a payable amount may be rounded. */
  payableRounding: 1,
  /** Characters. */
  text: 1000,
  reference: 127,
  correctedNumber: 5000,
  /** The caller's own metadata: keys, and characters of a key and of a value. */
  metadataKeys: 20,
  metadataKey: 40,
  metadataValue: 500,
  /** The length field of a QR entry is one byte. */
  qrNameBytes: 255,
} as const;
