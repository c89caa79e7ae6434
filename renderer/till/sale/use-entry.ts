import { flushSync } from 'react-dom';
import type { DraftLine } from '../../../shared/stored/basket/draft.ts';
import { focusField, useCartActions } from '../cart/cart.tsx';
import { addLine, changeLine, isBlank, newLine } from '../cart/draft.ts';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { useScans } from '../scanner/scanner.tsx';
import { piecesOf } from './known-items/take-item.ts';
import { useScan } from './known-items/use-scan.ts';

export function useNewLine(): () => void {
  const { latest } = useCartActions();
  const addAnother = useAddLine();
  return () => {
    const empty = latest().draft.lines.findLast(isBlank);
    if (empty === undefined) addAnother();
    else focusField(fieldIds.line(empty.key, 'name'));
  };
}

function useAddLine(): () => DraftLine {
  const { edit } = useCartActions();
  return () => {
    const line = newLine();
    // The line must exist before the next key, and a scanner types faster than React renders.
    flushSync(() => edit((now) => addLine(now, line)));
    focusField(fieldIds.line(line.key, 'name'));
    return line;
  };
}

export function useFocusLast(): () => void {
  const { latest } = useCartActions();
  return () => {
    const last = latest().draft.lines.at(-1);
    if (last !== undefined) focusField(fieldIds.line(last.key, 'name'));
  };
}

/**
 * Takes scans into the basket: at the line whose empty name field, or number of pieces, has the focus; otherwise at an
 * empty last line, where the next scan goes too.
 * @param onTaken called with the key of the line with the scanned item
 */
export function useBasketScans(onTaken: (key: string) => void): void {
  const { edit, latest } = useCartActions();
  const startLine = useAddLine();
  const scan = useScan(onTaken);
  useScans((code) => {
    const { lines } = latest().draft;
    const focused = lines.find(({ key }) => document.activeElement?.id === fieldIds.line(key, 'name'));
    const last = lines.at(-1);
    const begun = [focused ?? last].find((line) => line && isBegun(line));
    const entry =
      focused !== undefined && isNameless(focused)
        ? focused
        : last !== undefined && isOpen(last)
          ? last
          : startLine();
    const pieces = piecesOf(entry.name);
    if (pieces !== undefined) flushSync(() => edit((now) => changeLine(now, entry.key, { name: '' })));
    // The terminal looks for the code while the page moves the focus.
    const taken = scan(code, { key: entry.key, pieces, begun });
    focusField(fieldIds.line(entry.key, 'name'));
    return taken;
  });
}

/** Returns true for a line that the next scan may fill: at most the number of pieces was typed. */
export function isOpen(line: DraftLine): boolean {
  return isNameless(line) && line.price.trim() === '';
}

/** Returns true for a line with nothing but one or two characters. */
function isBegun({ name, barcode, price }: DraftLine): boolean {
  return barcode === undefined && price.trim() === '' && /^\S{1,2}$/.test(name.trim());
}

/** Returns true for a line that a scan may name: it has neither an item nor a barcode, at most the number of pieces. */
function isNameless({ name, barcode }: DraftLine): boolean {
  return barcode === undefined && (name.trim() === '' || piecesOf(name) !== undefined);
}
