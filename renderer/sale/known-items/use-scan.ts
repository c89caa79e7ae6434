import { flushSync } from 'react-dom';
import { useCart } from '../../cart/cart.tsx';
import { useTerminal } from '../../terminal/use-terminal.ts';
import { takeScan } from './take-item.ts';

/**
 * Returns a function that adds a scanned barcode at a line, or at the last one when none is given. The next scan may
 * follow before the terminal has found the first; the sale is issued only after both were found.
 */
export function useScan(): (barcode: string, key?: string) => void {
  const terminal = useTerminal();
  const { edit, waitFor } = useCart();
  const takeIn = async (barcode: string, key: string | undefined) => {
    const found = await terminal.call('item.find', { text: barcode });
    const item = found.ok ? found.value.items.find((known) => known.barcode === barcode) : undefined;
    flushSync(() => edit((draft) => takeScan(draft, key ?? draft.lines.at(-1)?.key, barcode, item)));
  };
  return (barcode, key) => waitFor(takeIn(barcode, key));
}
