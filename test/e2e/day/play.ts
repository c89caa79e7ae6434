import { afterAll, describe, onTestFailed, test } from 'vitest';
import { chromiumPath } from '../../renderer/harness/browser.ts';
import { newFolder } from '../../support/khatm.ts';
import { newSeed } from '../../support/run/chance.ts';
import { rounds } from '../../support/run/effort.ts';
import { Cashier } from './cashier.ts';
import type { Hands } from './hands.ts';
import { previewTill } from './preview-till.ts';
import { prove } from './prove.ts';
import { playDay } from './script.ts';

/** Plays a day of thirty baskets in Chromium with these hands, or eleven where a part is played. */
export function playInChromium(name: string, hands: Hands): void {
  const baskets = rounds(30, 11);
  describe.skipIf(chromiumPath === undefined)(name, () => {
    let till: ReturnType<typeof previewTill> | undefined;
    const close = async () => till?.close();
    afterAll(close);
    const seed = newSeed();

    test(`${baskets} baskets, exchanges, power cuts, and the cash is right to the halala`, async () => {
      // A retry plays the same day in a separate folder.
      await close();
      const data = newFolder('day');
      const now = previewTill(data, hands.window);
      till = now;
      onTestFailed(async () => {
        const { KHATM_PICTURES: pictures } = process.env;
        if (pictures !== undefined) await now.page.screenshot({ path: `${pictures}/${name}.png` });
      });
      const cashier = new Cashier(now, hands);
      await playDay(cashier, seed, baskets);
      await now.close();
      await prove(data, cashier.accounts);
      // The day takes half a minute on a quiet machine, and longer on a busy one, where it waits for eleven restarts
      // after power failures.
    }, 900_000);
  });
}
