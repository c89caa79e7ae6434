import { go } from '../page/route.ts';
import { useTerminal } from '../terminal/use-terminal.ts';

/**
 * Returns a function that opens the return of the document with a number or QR code; it returns false if there is none.
 */
export function useOpenReturn(): (code: string) => Promise<boolean> {
  const terminal = useTerminal();
  return async (code) => {
    const found = await terminal.call('invoice.find', { text: code });
    if (found.ok) go({ screen: 'return', uuid: found.value.uuid, receipt: code });
    return found.ok;
  };
}
