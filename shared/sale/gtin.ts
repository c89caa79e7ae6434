/** Returns true for a GTIN (EAN-8, UPC-A, EAN-13, ITF-14) as a scanner types it. GS1 General Specifications, 7.9. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  // The weights alternate between 3 and 1, from the neighbour of the check digit on.
  const sum = [...text].reduceRight((total, digit, index) => {
    const fromEnd = text.length - 1 - index;
    return total + Number(digit) * (fromEnd % 2 === 0 ? 1 : 3);
  }, 0);
  return sum % 10 === 0;
}
