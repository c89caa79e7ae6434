/** The limits of one sale; a refusal states the limit. */
export const saleLimits = {
  lines: 5000,
  /** The number of prepayment documents that a final invoice deducts, and of VAT rates of each. */
  prepayments: 100,
  prepaymentRates: 10,
  /** The number of discounts, and of charges, on one line or on the basket. */
  adjustments: 20,
  payments: 20,
  notes: 20,
  corrects: 100,
  quantityDecimals: 6,
  priceDecimals: 6,
  amountDecimals: 2,
  /** The characters of an exchange rate, including the decimal point (rule BR-KSA-90). */
  exchangeRate: 14,
  /** The amount in riyals by which a payable amount may be rounded. */
  payableRounding: 1,
  /** The characters of a text. */
  text: 1000,
  reference: 127,
  correctedNumber: 5000,
  /** The caller's own metadata: keys, and characters of a key and of a value. */
  metadataKeys: 20,
  metadataKey: 40,
  metadataValue: 500,
  /** The bytes of a name in the QR, where the length field is one byte. */
  qrNameBytes: 255,
} as const;
