import type { CDPSession, Locator } from 'playwright-core';
import { Touch } from '../e2e/day/touch.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The hands of `Touch` in Electron's own window, where Playwright cannot use a touch screen. */
export class Glass extends Touch {
  #session: CDPSession | undefined;

  override async sitDown(...at: Parameters<Touch['sitDown']>): Promise<void> {
    const [page] = at;
    this.#session = await page.context().newCDPSession(page);
    await super.sitDown(...at);
  }

  protected override async tap(place: Locator): Promise<void> {
    const point = await pointOf(place);
    await this.#session?.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await this.#session?.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

/**
 * Waits until a finger would hit the place, and returns it. Playwright's own trial click would use the mouse, not a
 * finger.
 */
async function pointOf(place: Locator, tries = 10): Promise<Point> {
  await place.waitFor();
  const point = await place.evaluate(restingPoint);
  if (point !== undefined) return point;
  // A list that was just reloaded shows the element again.
  if (tries === 0) throw new Error(`nothing to touch: ${place}`);
  return pointOf(place, tries - 1);
}

/** Runs in the page; returns the middle of an element when it stays in place and nothing covers it. */
async function restingPoint(element: Element): Promise<Point | undefined> {
  let before: Point | undefined;
  for (let frame = 0; frame < 300 && element.isConnected; frame += 1) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    const hit = document.elementFromPoint(point.x, point.y);
    const isHit = hit !== null && element.contains(hit) && !element.matches(':disabled');
    if (isHit && before?.x === point.x && before.y === point.y) return point;
    before = isHit ? point : undefined;
    await new Promise((done) => requestAnimationFrame(done));
  }
  return undefined;
}
