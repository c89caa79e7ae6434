import type { BrowserWindow, WebContents, WebContentsPrintOptions } from 'electron';
import type { Paper } from '../../../../shared/contract/till/receipts.ts';
import { FailureError, fail } from '../../../../shared/failure.ts';
import type { PrintOptions, ReceiptPrinter } from '../../../document/paper/printer.ts';
import { type HiddenWindowOptions, inHiddenWindow, loadHtml } from './hidden-window.ts';

/** A CSS pixel in micrometres: 96 per inch. */
const pixel = 25_400 / 96;
/** The widths of rolls in micrometres. */
const rollWidths: Readonly<Record<Exclude<Paper, 'a4'>, number>> = { roll80: 80_000, roll58: 58_000 };
/** The shortest page that drivers accept, in micrometres. */
const leastHeight = 50_000;
/** Micrometres added to the height, since lines are rounded to dots: an exact height would split the last. */
const slack = 2_000;
/** The number of milliseconds after which a silent printer is reported as failed. */
const timeoutMs = 60_000;

/** Prints through the system's printers, from a hidden window. */
export function createReceiptPrinter(): ReceiptPrinter {
  return {
    list: () => inHiddenWindow(windowFor('roll80'), ({ webContents }) => printersOf(webContents)),
    print: (html, options) =>
      inHiddenWindow(windowFor(options.paper), async (window) => {
        const { webContents } = window;
        await checkPrinter(webContents, options.printer);
        await loadPage(window, html);
        await print(webContents, {
          silent: true,
          printBackground: true,
          ...(await sheetOf(webContents, options.paper)),
          ...(options.printer !== undefined && { deviceName: options.printer }),
        });
      }),
  };
}

/** The page is as wide as the roll, so that the measured height is the printed height. */
const windowFor = (paper: Paper): HiddenWindowOptions => ({
  width: Math.ceil(rollWidths[paper === 'a4' ? 'roll80' : paper] / pixel),
  height: 600,
  webPreferences: { devTools: false },
});

async function printersOf(webContents: WebContents) {
  const printers = await webContents.getPrintersAsync();
  return printers.map(({ name, displayName }) => ({ name, label: displayName || name }));
}

/** Called before printing, because systems report a missing printer in different ways. */
async function checkPrinter(webContents: WebContents, wanted: PrintOptions['printer']): Promise<void> {
  const printers = await printersOf(webContents);
  const isThere = wanted === undefined ? printers.length > 0 : printers.some(({ name }) => name === wanted);
  if (!isThere) fail('printer-gone');
}

async function loadPage(window: BrowserWindow, html: string): Promise<void> {
  await loadHtml(window, html);
  // The page's policy blocks its scripts; this code is run from outside.
  await window.webContents.executeJavaScript('document.fonts.ready.then(() => undefined)');
}

/** Returns the page size. A roll is cut after the print, so its page is as long as the receipt. */
async function sheetOf(
  webContents: WebContents,
  paper: Paper,
): Promise<Pick<WebContentsPrintOptions, 'pageSize' | 'margins'>> {
  if (paper === 'a4') return { pageSize: 'A4', margins: { marginType: 'default' } };
  // The document's height is never less than that of the window.
  const height: unknown = await webContents.executeJavaScript('document.body.getBoundingClientRect().height');
  return {
    pageSize: {
      width: rollWidths[paper],
      height: Math.max(leastHeight, Math.ceil(Number(height) * pixel) + slack),
    },
    margins: { marginType: 'none' },
  };
}

/** A printer that says nothing has printed nothing that anybody may rely on. */
const cutOff = () => new FailureError({ code: 'print-cut-off', detail: { why: 'no answer' } });

/** Prints a page of a window. @throws Error with the system's message; FailureError `print-cut-off` */
function print(webContents: WebContents, options: WebContentsPrintOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(cutOff()), timeoutMs);
    webContents.print(options, (success, reason) => {
      clearTimeout(timer);
      if (success) resolve();
      else reject(new Error(reason));
    });
  });
}
