import { flushSync } from 'react-dom';
import { itemTextLength, type KnownItem } from '../../../../shared/contract/till/items.ts';
import type { Result } from '../../../../shared/failure.ts';
import { readGs1 } from '../../../../shared/sale/gs1.ts';
import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
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
  const acceptScan = async (code: string, { key, pieces = '1' }: Place): Promise<Meaning> => {
    const found = await find(code);
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
