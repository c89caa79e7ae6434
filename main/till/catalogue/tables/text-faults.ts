import { broken, undoubled } from './decode-text.ts';

/** Returns the code of the fault of a cell whose text is not what somebody wrote; undefined for all others. */
export function textFault(cell: string): string | undefined {
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/i.test(cell)) return 'formula-error';
  if (cell.includes(broken) || cell.includes('\u0000') || undoubled(cell) !== undefined) return 'text-broken';
  // A program without the letters of a language writes question marks.
  return /\?{3,}|(?:^|\s)\?+(?:\s\?+)*(?:$|\s)/.test(cell) ? 'text-broken' : undefined;
}
