import { enter } from '../support/cashier.ts';
import { openPay } from '../support/pay.ts';
import { type Lines, p50p95 } from './measure.ts';
import { openBenchTill, windowOfTill } from './till.ts';

/*
 * Measures a payment at the training terminal in Chromium, from F9 on Pay to the frame with the QR code. In between,
 * the sale is checked, issued and committed. Payments alternate with a bare query to the terminal, which is a round
 * trip and one frame without any work.
 */

export async function run(): Promise<Lines> {
  const till = await openBenchTill();
  try {
    const page = await till.browser.newPage(windowOfTill);
    await page.goto(till.address);
    const sold: number[] = [];
    const bare: number[] = [];
    for (let sale = 0; sale < 40; sale += 1) {
      await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor({ timeout: 60_000 });
      await enter(page, [
        { name: 'قهوة | Coffee', quantity: '2', price: '11.50' },
        { name: 'تمر | Dates', quantity: '0.345', price: '45.00' },
      ]);
      await openPay(page);
      bare.push(await page.evaluate(timeOfQuestion));
      const time = page.evaluate(timeOfCode);
      await page.waitForTimeout(200);
      await page.keyboard.press('F9');
      const shown = await time;
      if (shown === undefined) throw new Error('no invoice came');
      sold.push(shown);
      await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
    }
    // The first sale compiles the code that the others use.
    const [measured, floor] = [p50p95(sold.slice(1)), p50p95(bare.slice(1))];
    return {
      'F9 to the QR code': measured,
      'F9 to the QR code ÷ a bare question to the terminal': { p50: measured.p50 / floor.p50 },
    };
  } finally {
    await till.close();
  }
}

/** Runs in the page. Resolves to the number of milliseconds from a query to the terminal to the next frame. */
async function timeOfQuestion(): Promise<number> {
  type Bridge = { call(name: string, input: object): Promise<unknown> };
  const startedAt = performance.now();
  await (window as unknown as { khatm: Bridge }).khatm.call('shift.current', {});
  await new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  });
  return performance.now() - startedAt;
}

/**
 * Runs in the page. Resolves to the number of milliseconds from the next F9 to the end of the frame with the QR code,
 * or to undefined when no code appears.
 */
function timeOfCode(): Promise<number | undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, 20_000);
    let pressedAt = Number.POSITIVE_INFINITY;
    const hear = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === 'F9') pressedAt = Math.min(pressedAt, timeStamp);
    };
    window.addEventListener('keydown', hear, { capture: true });
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=img][aria-label*="T1-"]') === null) return;
      observer.disconnect();
      window.removeEventListener('keydown', hear, { capture: true });
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - pressedAt);
        port2.postMessage(undefined);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}
