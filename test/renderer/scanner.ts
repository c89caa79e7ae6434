import type { Page } from 'playwright-core';

/** Milliseconds between a person's last key and a scanner's first, and between two keys of a scanner. */
const pause = 300;
const apart = 5;

/**
 * Types into the focused field as a scanner does: digits, then Enter. The events carry the time of each key press, so
 * that a busy machine does not look like a slow scanner.
 */
export async function scan(page: Page, barcode: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  let at = Date.now() + pause;
  const press = async (key: string, text: string, code: string) => {
    at += apart;
    const event = { key, code, timestamp: at / 1_000 };
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text });
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  };
  for (const digit of barcode) await press(digit, digit, `Digit${digit}`);
  await press('Enter', '\r', 'Enter');
  await session.detach();
}
