import { flushSync } from 'react-dom';
import { useClient } from '../../client.tsx';
import { useDesk } from '../desk.tsx';
import { changeLine } from '../draft.ts';
import { takeScan } from './take-item.ts';

/**
 * Takes in what is scanned into this line. The line is empty again at once, and keeps the focus: the next scan may
 * follow before the terminal has found the first.
 */
export function useScan(key: string): (barcode: string) => Promise<void> {
  const client = useClient();
  const { edit } = useDesk();
  return async (barcode) => {
    flushSync(() => edit((draft) => changeLine(draft, key, { name: '' })));
    const found = await client.call('item.find', { text: barcode });
    const item = found.ok ? found.value.items.find((known) => known.barcode === barcode) : undefined;
    edit((draft) => takeScan(draft, key, barcode, item));
  };
}
