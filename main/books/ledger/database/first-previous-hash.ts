/**
 * The previous-invoice hash of the first document of a ledger: Base64 of the hex text of SHA-256("0").
 * Source: XML Implementation Standard (2023), KSA-13.
 */
export const firstPreviousHash =
  'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==';
