import { expect, test } from 'vitest';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { noShopLines } from '../../../shared/shop-lines.ts';
import { newFolder } from '../../support/khatm.ts';

/* Tests the settings of receipts in a real terminal. They affect the status and the paper, and survive a restart. */

test('the reading of the rule and the shop’s lines hold at once and after a restart', async () => {
  const folder = newFolder('shop-settings');
  let terminal = await openTerminal({ folder, version: '0' });
  const ask = async <N extends CommandName>(name: N, input: CommandInput<N>) => {
    const result = await terminal.callFromScreen(name, input);
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    return result.value as CommandOutput<N>;
  };
  await terminal.ready();
  expect(await ask('terminal.status', {})).toMatchObject({ handOver: 'afterPatience' });
  const shop = { ...noShopLines, footer: ['نراكم قريبًا'] };
  const chosen = { autoPrint: false, paper: 'roll80', handOver: 'clearedFirst', shop } as const;
  await ask('receipt.setSettings', chosen);
  expect(await ask('terminal.status', {})).toMatchObject({ handOver: 'clearedFirst' });

  const { uuid } = await ask('sale.issue', { lines: [{ name: 'Coffee', quantity: 1, unitPrice: '14' }] });
  const first = await ask('receipt.print', { uuid });
  const second = await ask('receipt.print', { uuid });
  if (first.by !== 'page' || second.by !== 'page') throw new Error('no page');
  expect(first.html).toContain('نراكم قريبًا');
  expect(first.html).not.toContain('Copy</span>');
  expect(second.html).toContain('Copy</span>');
  await terminal.close();

  terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  expect(await ask('terminal.status', {})).toMatchObject({ handOver: 'clearedFirst' });
  expect(await ask('receipt.settings', {})).toMatchObject({ shop, handOver: { rule: 'clearedFirst' } });
  expect(await ask('receipt.preview', { paper: 'a4', shop })).toMatchObject({
    html: expect.stringContaining('Sample: not a tax invoice'),
  });
  await terminal.close();
});
