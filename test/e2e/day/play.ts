import { afterAll, describe, onTestFailed, test } from 'vitest';
import { chromiumPath } from '../../renderer/harness/browser.ts';
import { newFolder } from '../../support/khatm.ts';
import { newSeed } from '../../support/run/chance.ts';
import { drawnFrom } from '../../support/run/effort.ts';
import { Cashier } from './cashier.ts';
import type { Hands } from './hands.ts';
import { previewTill } from './preview-till.ts';
import { prove } from './prove.ts';
import { playDay, playShortDay } from './script.ts';

const hands = ['touch', 'keyboard', 'scanner'] as const;

/**
 * Returns the number of baskets for a run that plays a part: a longer day for the hands that the seed draws, and the
 * short one for the others.
 */
export const basketsBy = (by: (typeof hands)[number]): number => (drawnFrom(3, hands)[0] === by ? 16 : 7);

/**
 * Plays a day in Chromium with these hands.
 * @param baskets the number of baskets; fewer than eleven are the short day
 */
export function playInChromium(name: string, hands: Hands, baskets: number): void {
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
      await (baskets < 11 ? playShortDay(cashier, seed) : playDay(cashier, seed, baskets));
      await now.close();
      await prove(data, cashier.accounts);
      // The day takes half a minute on a quiet machine, and longer on a busy one, where it waits for eleven restarts
      // after power failures.
    }, 900_000);
  });
}
