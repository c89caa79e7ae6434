import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { coffee, post } from '../../integration/api/shop.ts';
import { newFolder } from '../../support/khatm.ts';
import { letProgramIn } from '../../support/other-program.ts';

test('large sales of another program and the till’s own make one whole chain, whoever comes between', async () => {
  const folder = newFolder('large-sales');
  const terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  const askScreen = async <N extends CommandName>(name: N, input: CommandInput<N>) => {
    const result = await terminal.callFromScreen(name, input);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
    return result.value as CommandOutput<N>;
  };
  const { base, token } = await letProgramIn(askScreen);

  const large = { lines: Array.from({ length: 400 }, () => coffee.lines[0]) };
  let open = 4;
  const answers = Promise.all(
    Array.from({ length: open }, async () => {
      const { status } = await post(base, token, large);
      open -= 1;
      return status;
    }),
  );
  let ownCount = 0;
  // The till issues documents while the other program's sales are checked in another thread.
  while (open > 0) {
    await askScreen('sale.issue', coffee);
    ownCount += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await answers).toEqual([201, 201, 201, 201]);
  const { documents, broken } = await askScreen('maintenance.check', {});
  expect({ documents, broken }).toEqual({ documents: ownCount + 4, broken: undefined });
  await terminal.close();
  rmSync(folder, { recursive: true, force: true });
});
