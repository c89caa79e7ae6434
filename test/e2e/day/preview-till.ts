import type { BrowserContextOptions, Page } from 'playwright-core';
import { typeAsPerson } from '../../renderer/harness/scanner.ts';
import { openPreview, type Preview } from '../../support/browser/preview.ts';
import type { DayTill } from './at-till.ts';

/** A till in Chromium: the training terminal as `npm start` serves it, in a separate process. */
export function previewTill(data: string, window: BrowserContextOptions) {
  let preview: Preview | undefined;
  const now = () => {
    if (preview === undefined) throw new Error('the till is off');
    return preview;
  };
  return {
    get page(): Page {
      return now().page;
    },
    get complaints() {
      return now().complaints;
    },
    async start() {
      preview = await openPreview(data, window);
      await preview.page.evaluate(typeAsPerson);
    },
    hasStarted: async () => undefined,
    cutPower: () => now().kill(),
    close: async () => preview?.close(),
  } satisfies DayTill & { close(): Promise<void> };
}
