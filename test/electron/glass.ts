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
    // Between looking and touching, a dialog still moves and a list is reloaded: a touch that missed is repeated.
    for (let tries = 0; tries < 10; tries += 1) {
      const point = await pointOf(place);
      // At once, as a busy machine would otherwise hold the finger down.
      await Promise.all([
        this.#session?.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
        this.#session?.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
      ]);
      const outcome = await this.page.evaluate(() => (window as Partial<Watched>).touch);
      if (outcome === 'hit') return;
      if (outcome !== 'missed') throw new Error(`the touch had no effect: ${place}`);
    }
    throw new Error(`moves away from every touch: ${place}`);
  }
}

interface Watched {
  touch: Promise<'hit' | 'missed' | 'lost'>;
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

/**
 * Runs in the page; returns the middle of an element when it stays in place and nothing covers it, and watches the
 * touch that follows. As with Playwright's touch, one that does not hit the element has no effect.
 */
async function restingPoint(element: Element): Promise<Point | undefined> {
  const watch = (): Watched['touch'] =>
    new Promise((done) => {
      const types = ['pointerdown', 'touchstart', 'pointerup', 'touchend', 'mousedown', 'mouseup', 'click'];
      let isHit = true;
      const end = (outcome: Awaited<Watched['touch']>) => {
        for (const type of types) window.removeEventListener(type, hear, true);
        done(outcome);
      };
      const hear = (event: Event) => {
        isHit &&= event.composedPath().includes(element);
        if (!isHit) {
          event.preventDefault();
          event.stopImmediatePropagation();
        }
        if (event.type === 'click') end(isHit ? 'hit' : 'missed');
        // A touch that was swallowed becomes no click.
        else if (event.type === 'touchend' && !isHit) end('missed');
      };
      for (const type of types) window.addEventListener(type, hear, { capture: true, passive: false });
      setTimeout(() => end('lost'), 20_000);
    });
  let before: Point | undefined;
  for (let frame = 0; frame < 300 && element.isConnected; frame += 1) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    const hit = document.elementFromPoint(point.x, point.y);
    const isHit = hit !== null && element.contains(hit) && !element.matches(':disabled');
    if (isHit && before?.x === point.x && before.y === point.y) {
      Object.assign(window, { touch: watch() });
      return point;
    }
    before = isHit ? point : undefined;
    await new Promise((done) => requestAnimationFrame(done));
  }
  return undefined;
}
