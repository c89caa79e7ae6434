import type { Language } from '../values/language.ts';
import { exemptionReason, type VatCategory } from './vat.ts';

/**
 * The lines of a VAT return about sales, in its order; the last two are below its total. Source of the boxes: published
 * descriptions of the form (tallysolutions.com "Saudi VAT return format", Zoho's Saudi academy), none of them the
 * authority's own. `otherRate` and `otherZero` are lines whose box the sources do not settle, each with its rate or
 * reason.
 */
export const vatBoxes = [
  'standard',
  'otherRate',
  'citizens',
  'zeroRated',
  'exports',
  'otherZero',
  'exempt',
  'outOfScope',
  'selfBilled',
] as const;
export type VatBox = (typeof vatBoxes)[number];

/** The boxes that a return has even if they are empty. */
export const boxesOfForm: readonly VatBox[] = ['standard', 'citizens', 'zeroRated', 'exports', 'exempt'];
/** The lines that are not part of the return's sales, so its total does not include them. */
export const outsideReturn: readonly VatBox[] = ['outOfScope', 'selfBilled'];

/** A line of the return: its box, with the rate or reason if the box is not settled. */
export interface VatLine {
  readonly box: VatBox;
  readonly detail: string;
}

const boxOfReason: Readonly<Record<string, VatBox>> = {
  'VATEX-SA-EDU': 'citizens',
  'VATEX-SA-HEA': 'citizens',
  'VATEX-SA-35': 'zeroRated',
  'VATEX-SA-36': 'zeroRated',
  'VATEX-SA-32': 'exports',
  'VATEX-SA-33': 'exports',
};

/** Returns the line for sales of a category, rate and reason. @param rate percent, for instance `15.00` */
export function vatLineOf(category: VatCategory, rate: string, reason: string): VatLine {
  if (category === 'E') return { box: 'exempt', detail: '' };
  if (category === 'O') return { box: 'outOfScope', detail: '' };
  if (category === 'S')
    return Number(rate) === 15
      ? { box: 'standard', detail: '' }
      : { box: 'otherRate', detail: String(Number(rate)) };
  const box = boxOfReason[reason];
  return box === undefined ? { box: 'otherZero', detail: reason } : { box, detail: '' };
}

/** Writes a line as the cell of a report, such as `exports` or `otherZero VATEX-SA-34-1`. */
export const vatLineCell = ({ box, detail }: VatLine): string => (detail === '' ? box : `${box} ${detail}`);

export function readVatLine(cell: string): VatLine {
  const [name, detail = ''] = cell.split(' ');
  return { box: vatBoxes.find((box) => box === name) ?? 'otherZero', detail };
}

/**
 * Returns an exemption reason with its official text, such as `VATEX-SA-34-1 The international transport of Goods`. A
 * rate has no such text and is returned unchanged.
 */
export function reasonWords(detail: string, language: Language): string {
  const text = exemptionReason(detail)?.[language] ?? '';
  return text === '' ? detail : `${detail} ${text}`;
}
