/** Returns the UUID of a document of the fake ledger. */
export const uuidOf = (icv: number) => `00000000-0000-4000-8000-${icv.toString(16).padStart(12, '0')}`;
