import { useState } from 'react';
import { itemTextLength } from '../../../shared/contract/till/items.ts';
import type { Returnable } from '../../../shared/contract/till/returns.ts';
import { readGs1 } from '../../../shared/sale/gs1.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalAsk } from '../../ui/terminal/use-terminal-query.ts';
import { isDocumentCode } from '../scanner/document-code.ts';
import { type Meaning, useScans } from '../scanner/scanner.tsx';
import { isLeft, noneOf, type Quantities, stepped } from './choice-of-goods.ts';
import { useOpenReturn } from './use-open-return.ts';

/**
 * Keeps the goods chosen for a return. A scan adds one of its item, or opens another document.
 * @param onChange called with every change
 */
export function useGoods({ lines }: Returnable, onChange: () => void) {
  const { t } = useLanguage();
  const findItem = useTerminalAsk('item.find');
  const openReturn = useOpenReturn();
  const [quantities, setQuantities] = useState(() => noneOf(lines));
  const [remark, setRemark] = useState<string>();

  const choose = (change: (now: Quantities) => Quantities) => {
    setQuantities(change);
    setRemark(undefined);
    onChange();
  };
  const say = (sentence: string): Meaning => {
    setRemark(sentence);
    return 'unknown';
  };
  /** Returns the indexes of the lines with this code, or with the name of the item that has it. */
  const linesOf = async (code: string): Promise<number[]> => {
    const places = [...lines.keys()];
    const barcode = readGs1(code)?.gtin ?? code;
    const scanned = places.filter((place) => lines[place]?.barcode === barcode);
    if (scanned.length > 0 || code.length > itemTextLength) return scanned;
    const found = await findItem({ text: code });
    const items = found.ok ? found.value.items : [];
    const item = items.find(({ barcode, scanned = barcode }) => scanned === code);
    return item === undefined ? [] : places.filter((place) => lines[place]?.name === item.name);
  };
  useScans(async (code) => {
    const places = await linesOf(code);
    if (places.length === 0 && isDocumentCode(code) && (await openReturn(code))) return 'known';
    if (places.length === 0) return say(t('return.notOnInvoice', { code }));
    const place = places.find((one) => isLeft(quantities[one] ?? '0', lines[one]?.left ?? '0'));
    if (place === undefined) return say(t('return.noneLeft', { name: lines[places[0] ?? 0]?.name ?? '' }));
    choose((now) => now.with(place, stepped(now[place] ?? '0', 1, lines[place]?.left ?? '0')));
    return 'known';
  });
  return { quantities, choose: (next: Quantities) => choose(() => next), remark };
}
