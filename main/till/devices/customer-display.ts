import type { Display } from '../../../shared/contract/till/devices.ts';
import { fail } from '../../../shared/failure.ts';
import { displayBytes, displayLines, displayReset, type Shown } from './display-text.ts';
import type { OpenLine } from './line/open-line.ts';

/** The customer's display. It never delays a sale: the newest text is shown as soon as the display accepts it. */
export function createCustomerDisplay({
  display,
  openLine,
}: {
  readonly display: () => Display | undefined;
  readonly openLine: OpenLine;
}) {
  let next: Shown | undefined;
  let isBusy = false;

  async function send({ connection, words }: Display, shown: Shown, reset: boolean): Promise<void> {
    const line = await openLine(connection);
    try {
      if (reset) await line.write(displayReset);
      await line.write(displayBytes(displayLines(shown, words)));
    } finally {
      await line.close();
    }
  }

  async function sendNewest(): Promise<void> {
    isBusy = true;
    while (next !== undefined) {
      const shown = next;
      next = undefined;
      const to = display();
      // An unreachable display is tried again with the next text.
      if (to !== undefined) await send(to, shown, false).catch(() => undefined);
    }
    isBusy = false;
  }

  return {
    show(shown: Shown) {
      if (display() === undefined) return;
      next = shown;
      if (!isBusy) void sendNewest();
    },
    /** Shows the welcome on a display that need not be the one in the settings. @throws FailureError `display-failed` */
    async welcome(to: Display) {
      try {
        await send(to, { what: 'welcome' }, true);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : 'unknown';
        fail('display-failed', { detail: { why } }, cause);
      }
    },
  };
}
