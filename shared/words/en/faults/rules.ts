/** Advice for each rule, in one sentence; `{limit}` and the like are filled from the violation's params. */
export const en = {
  /* Advice that several rules share. */
  /** The rules expect one row of a category; a sale with several reasons has one for each. */
  severalReasons:
    'More than one reason why no VAT is charged. The authority takes the document, with a warning.',
  sums: 'The sums of this document do not agree. The sale is not to blame: call support.',
  noSums: 'This sale has nothing that VAT could be summed up for. Add an item, or call support.',
  tooLong: 'This text is too long. Shorten it to {limit} characters.',
  length: 'This text must have 1 to {limit} characters. Fill it in or shorten it.',
  currency: 'The authority does not know this currency. Choose another, such as SAR.',
  noCurrency: 'The document has no currency. Choose one, such as SAR.',
  means: 'The authority does not know this way of payment. Choose another.',
  companyName: 'The seller’s name is missing. Ask the manager to enter it in the settings.',
  sellerVat:
    'The seller’s VAT number must have 15 digits, the first and the last a 3. Ask the manager to correct it.',
  sellerAddress: 'The seller’s address is not complete. Ask the manager to fill in every part of it.',
  buyerName: 'Enter the buyer’s name.',
  buyerAddress:
    'Enter the buyer’s address: street, city and country, and in Saudi Arabia building, district and postal code too.',
  standardRate: 'Standard VAT is 15 or 5 percent. Choose one of them.',
  zeroRate: 'Nothing is charged in this VAT category. Set its rate to 0, or choose the standard category.',
  adjustmentVat: 'Say at which VAT rate this discount or charge is taken.',
  chargeCode: 'Choose what this charge is for from the list.',
  chargeReason: 'Say in words what this charge is for.',
  missingRow:
    'The VAT of this category is missing from the totals. If it is deducted as a prepayment, deduct it from a sale of the same category.',
  reason: 'Choose the official reason why no VAT is charged.',
  otherReason: 'This reason does not belong to the chosen VAT category. Choose one that does.',
  reasonText: 'Say in words why no VAT is charged.',
  standardReason: 'Standard VAT is charged here, so leave the reason for not charging it out.',
  corrected: 'Name the invoice that is corrected by its number.',
  why: 'Say why the invoice is corrected, in 1 to 1000 characters.',
  prepaid:
    'The amount prepaid must be that of the prepayment invoices named. Name them again with their amounts.',
  number:
    'The number of the document must have 1 to 127 characters. Ask the manager to shorten the number prefix.',
  special:
    'These marks do not make a type of document the authority knows. Choose them again, or call support.',
  lineId: 'This item’s number in the document must have 1 to 6 characters. Take items out, or call support.',

  /* Advice for one rule. */
  'BR-16': 'Add at least one item.',
  'BR-KSA-04':
    'A date of this document, or of one that it names, is later than today. Correct it, or the clock of this device.',
  'BR-KSA-07': 'An export cannot be self-billed. Take one of the two marks away.',
  'BR-KSA-31': 'A sale to a consumer cannot be self-billed. Take the mark away, or sell to a business.',
  'BR-KSA-92': 'A sale to the government needs its contract. Enter the contract number.',
  'BR-KSA-15': 'Enter the day of supply.',
  'BR-KSA-35': 'Enter the day on which the supply begins.',
  'BR-KSA-36': 'The supply cannot end before it begins. Correct one of the two days.',
  'BR-KSA-71': 'A summary names its buyer. Enter the buyer’s name.',
  'BR-KSA-72': 'A summary says from when until when it reaches. Enter both days.',
  'BR-KSA-F-01': 'This is no date such as 2026-11-20 from the year 2000 on. Correct it.',
  'BR-KSA-F-06-C14':
    'Payment terms have 1 to {limit} characters and stand at one payment only. Shorten them, or keep one.',
  'BR-KSA-F-06-C15':
    'An account has at most {limit} characters and stands at one payment only. Shorten it, or keep one.',
  'BR-KSA-87': 'Enter the currency and its exchange rate to riyals.',
  'BR-KSA-90': 'The exchange rate is too long. Shorten it to {limit} characters, the point among them.',
  'BR-CUSTOM-VALIDATION-01': 'Seller and buyer have the same VAT number. Enter the buyer’s own.',
  'BR-KSA-08':
    'The seller needs one identification such as the commercial registration. Ask the manager to enter it.',
  'BR-KSA-37': 'The seller’s building number must have four digits. Ask the manager to correct it.',
  'BR-KSA-66': 'The seller’s postal code must have five digits. Ask the manager to correct it.',
  'BR-KSA-25': 'Private education and healthcare need the citizen’s name. Enter the buyer’s name.',
  'BR-KSA-81': 'Enter the buyer’s VAT number, or another identification if the buyer has none.',
  'BR-KSA-99': 'The buyer’s VAT number is blank. Enter it or take it out.',
  'BR-KSA-44':
    'The buyer’s VAT number must have 15 digits, the first and the last a 3. Enter a foreign number as another identification.',
  'BR-KSA-14':
    'The authority does not know this kind of identification for a buyer. Choose one from the list.',
  'BR-KSA-49':
    'Private education and healthcare need the citizen’s national ID. Enter it as the buyer’s identification.',
  'BR-KSA-67': 'The buyer’s postal code must have five digits. Correct it.',
  'BR-KSA-F-06-C25': 'Enter the buyer’s city.',
  'BR-KSA-F-06-C28': 'Enter the buyer’s district.',
  'BR-CL-14': 'This is no country code. Choose the country from the list.',
  'BR-KSA-F-07': 'A tax identification number has ten digits, the first a 3. Correct it.',
  'BR-KSA-F-08': 'A commercial registration has ten digits. Correct it.',
  'BR-KSA-F-09': 'A 700 number has ten digits, the first a 7. Correct it.',
  'BR-KSA-F-10': 'A national ID has ten digits, the first a 1. Correct it.',
  'BR-KSA-F-11': 'An iqama has ten digits, the first a 2. Correct it.',
  'BR-KSA-F-12': 'The kind of identification has blanks around it. Choose it again from the list.',
  'BR-KSA-F-13':
    'This identification number looks made up (eight equal or consecutive digits). Check it and enter the real one.',
  'BR-22': 'Enter how many of this item are sold.',
  'BR-25': 'Enter the name of this item.',
  'BR-KSA-F-06-C19': 'The name of an item has {minimum} to {limit} characters. Write it out, or shorten it.',
  'BR-KSA-F-C-01': 'The name of this item is only digits. Describe in words what is sold.',
  'BR-KSA-97': 'VAT in riyals is the same as in the other currency. Check the exchange rate.',
  'BR-KSA-F-06-C22':
    'The number of the corrected invoice has 1 to {limit} characters. Fill it in or shorten it.',
  'BR-KSA-79':
    'The VAT of this prepayment is not what its rate makes. Copy amount and VAT from the prepayment invoice.',
  'BR-KSA-F-05': 'The prepayment invoice’s time is not a time such as 17:41:08. Copy it from that invoice.',
  'BR-KSA-DEC-02': 'A VAT rate is between 0 and 100 with at most two decimals. Correct it.',
  'BR-KSA-F-04': 'An amount here is below zero. Use a discount, or a credit note for goods that come back.',
};
