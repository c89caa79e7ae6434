import { flushSync } from 'react-dom';
import { itemTextLength, type KnownItem } from '../../../../shared/contract/till/items.ts';
import type { Result } from '../../../../shared/failure.ts';
import { readGs1 } from '../../../../shared/sale/gs1.ts';
import { isGtin } from '../../../../shared/sale/gtin.ts';
import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import { printedCode } from '../../../../shared/sale/scanned-code.ts';
import type { DraftLine } from '../../../../shared/stored/basket/draft.ts';
import { useTerminalAsk } from '../../../ui/terminal/use-terminal-query.ts';
import { showField, useCartActions } from '../../cart/cart.tsx';
import { newLine } from '../../cart/draft.ts';
import { fieldIds } from '../../cart/sale-of-draft.ts';
import { isDocumentCode } from '../../scanner/document-code.ts';
import { type Meaning, useScanner } from '../../scanner/scanner.tsx';
import { takeScan } from './take-item.ts';

interface Place {
  /** The key of the line that takes the scanned item; by default the last line. */
  readonly key?: string;
  readonly pieces?: string | undefined;
  /** A line with one or two characters that may be the beginning of the code: some scanners pause after these. */
  readonly begun?: Pick<DraftLine, 'key' | 'name'> | undefined;
}

/**
 * Returns a function that adds scanned items to the basket. The next scan may follow before the terminal has found the
 * first; the sale is issued only after both were found. The code of a receipt opens its document instead.
 * @param onTaken called with the key of the line with the scanned item
 */
export function useScan(onTaken?: (key: string) => void): (code: string, place?: Place) => Promise<Meaning> {
  const findItem = useTerminalAsk('item.find');
  const { openDocument, refuse } = useScanner();
  const { edit, waitFor, latest } = useCartActions();

  const find = async (code: string): Promise<Result<KnownItem | undefined>> => {
    if (code.length > itemTextLength) return { ok: true, value: undefined };
    const found = await findItem({ text: code });
    if (!found.ok) return found;
    const item = found.value.items.find(({ barcode, scanned = barcode }) => scanned === code);
    return { ok: true, value: item };
  };
  /** Finds an item. A code that nobody knows may be the rest of the one that was begun. */
  const findWhole = async (rest: string, begun: Place['begun']) => {
    const found = await find(rest);
    if (begun === undefined || (found.ok && found.value !== undefined)) return { code: rest, found };
    const code = printedCode(begun.name.trim() + rest);
    const whole = await find(code);
    const isOne = (whole.ok && whole.value !== undefined) || (isGtin(code) && !isGtin(rest));
    if (!isOne) return { code: rest, found };
    edit((draft) => ({ ...draft, lines: draft.lines.filter((line) => line.key !== begun.key) }));
    return { code, found: whole };
  };
  const acceptScan = async (scanned: string, { key, pieces = '1', begun }: Place): Promise<Meaning> => {
    const { code, found } = await findWhole(scanned, begun);
    // A label that cannot be right is no new item. With any other failure, the sale goes on without the list.
    if (!found.ok && found.failure.code === 'bad-input') return refuse(found.failure);
    const item = found.ok ? found.value : undefined;
    if (item === undefined && isDocumentCode(code) && (await openDocument(code))) return 'known';
    // The text of some other QR code is not a number of an item.
    const barcode = item?.barcode ?? readGs1(code)?.gtin ?? code.replace(/\p{Cc}/gu, '');
    if (item === undefined && barcode.length > saleLimits.reference) return 'untaken';
    const before = latest().draft;
    const scan = { barcode, item, pieces, line: newLine() };
    const taken = takeScan(before, key, scan).lines.find(
      (line) => line.barcode === barcode && !before.lines.includes(line),
    );
    // The line and its selection are drawn in one step.
    flushSync(() => {
      edit((draft) => takeScan(draft, key, scan));
      if (taken !== undefined) onTaken?.(taken.key);
    });
    if (taken !== undefined) showField(fieldIds.line(taken.key, 'name'));
    return item === undefined ? 'unknown' : 'known';
  };
  return (code, place = {}) => {
    // Nothing is added to a basket while it is being issued.
    if (latest().issuing) return Promise.resolve('untaken');
    const taken = acceptScan(code, place);
    waitFor(taken.then(() => undefined));
    return taken;
  };
}
