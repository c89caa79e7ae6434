import type { CDPSession, Locator } from 'playwright-core';
import { Touch } from '../e2e/day/touch.ts';

/** The hands of `Touch` in Electron's own window, of whose touch screen Playwright knows nothing. */
export class Glass extends Touch {
  #session: CDPSession | undefined;

  override async sitDown(...at: Parameters<Touch['sitDown']>): Promise<void> {
    const [page] = at;
    this.#session = await page.context().newCDPSession(page);
    await super.sitDown(...at);
  }

  protected override async tap(place: Locator): Promise<void> {
    // Waits until a finger would hit it there, as Playwright's own tap does.
    await place.click({ trial: true });
    const box = await place.boundingBox();
    if (box === null) throw new Error(`nothing to touch: ${place}`);
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await this.#session?.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await this.#session?.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}
