import type { CDPSession, Locator } from 'playwright-core';
import { Touch } from '../e2e/day/touch.ts';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** The hands of `Touch` in Electron's own window, of whose touch screen Playwright knows nothing. */
export class Glass extends Touch {
  #session: CDPSession | undefined;

  override async sitDown(...at: Parameters<Touch['sitDown']>): Promise<void> {
    const [page] = at;
    this.#session = await page.context().newCDPSession(page);
    await super.sitDown(...at);
  }

  protected override async tap(place: Locator): Promise<void> {
    const { x, y, width, height } = await boxOf(place);
    const point = { x: x + width / 2, y: y + height / 2 };
    await this.#session?.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await this.#session?.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

/** Waits until a finger would hit the place, as Playwright's own tap does, and says where it is. */
async function boxOf(place: Locator, tries = 10): Promise<Box> {
  await place.click({ trial: true });
  const box = await place.boundingBox();
  if (box !== null) return box;
  // A list that was just read again has it anew.
  if (tries === 0) throw new Error(`nothing to touch: ${place}`);
  return boxOf(place, tries - 1);
}
