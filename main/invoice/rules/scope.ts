import type { Invoice } from '../invoice.ts';

/* Which documents a rule is about, decided by the type's name (KSA-2) as the rules decide it. */

/** Anywhere in the name: a simplified nominal supply with nine positions counts as both. */
export function isStandard({ typeName }: Invoice): boolean {
  return /01\d{5}/.test(typeName);
}

export function isSimplified({ typeName }: Invoice): boolean {
  return typeName.startsWith('02');
}

export function isSimplifiedSummary({ typeName }: Invoice): boolean {
  return /02\d{3}1\d/.test(typeName);
}

/** Credit and debit notes. */
export function isNote({ typeCode }: Invoice): boolean {
  return typeCode === '381' || typeCode === '383';
}
