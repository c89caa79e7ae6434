import { useEffect } from 'react';
import type { CommandInput } from '../../../shared/contract/index.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import { useTerminalSend } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { isPlain } from '../cart/draft-advanced.ts';
import type { Price } from './use-price.ts';

type Shown = CommandInput<'display.show'>;

/** Shows the customer the newest line and the total, once they are known. Special sales may have another currency. */
export function useCustomerDisplay(draft: Draft, { totals, lineTotals, stale }: Price): void {
  const show = useTerminalSend('display.show');
  const hasDisplay = useTerminalQuery('device.present', {}).data?.display === true;
  const text = hasDisplay && !stale && isPlain(draft.advanced) ? JSON.stringify(shownOf(draft)) : undefined;

  useEffect(() => {
    if (text !== undefined) void show(JSON.parse(text) as Shown);
  }, [show, text]);

  function shownOf({ lines }: Draft): Shown {
    const line = lines.findLast(({ key }) => lineTotals.has(key));
    if (line === undefined || totals === undefined) return { what: 'welcome' };
    return {
      what: 'item',
      name: line.name.slice(0, 1_000),
      amount: lineTotals.get(line.key) ?? 0,
      total: totals.payable,
    };
  }
}
