import { go } from '../../ui/page/route.ts';
import { useTerminalAsk } from '../../ui/terminal/use-terminal-query.ts';

/**
 * Returns a function that opens the return of the document with a number or QR code; it returns false if there is none.
 */
export function useOpenReturn(): (code: string) => Promise<boolean> {
  const findInvoice = useTerminalAsk('invoice.find');
  return async (code) => {
    const found = await findInvoice({ text: code });
    if (found.ok) go({ screen: 'return', uuid: found.value.uuid, receipt: code });
    return found.ok;
  };
}
