import { BrowserWindow, type WebContents, type WebContentsPrintOptions } from 'electron';
import type { Paper } from '../../shared/contract/receipts.ts';
import { FailureError, fail } from '../../shared/failure.ts';
import type { PrintOptions, ReceiptPrinter } from '../receipt/printer.ts';

/** A CSS pixel in micrometres: 96 per inch. */
const pixel = 25_400 / 96;
/** In micrometres. */
const rollWidths: Readonly<Record<Exclude<Paper, 'a4'>, number>> = { roll80: 80_000, roll58: 58_000 };
/** The shortest page that drivers accept, in micrometres. */
const leastHeight = 50_000;
/**
 * Micrometres added to the height: lines are rounded to a printer's dots, and an exact height would split the last one.
 */
const slack = 2_000;
/** Milliseconds after which a silent printer is reported as failed. */
const timeoutMs = 60_000;

/** Prints through the system's printers, from a hidden window. */
export function createReceiptPrinter(): ReceiptPrinter {
  return {
    list: () => inHiddenWindow('roll80', ({ webContents }) => printersOf(webContents)),
    print: (html, options) =>
      inHiddenWindow(options.paper, async ({ webContents }) => {
        await checkPrinter(webContents, options.printer);
        await loadPage(webContents, html);
        await print(webContents, {
          silent: true,
          printBackground: true,
          ...(await sheetOf(webContents, options.paper)),
          ...(options.printer !== undefined && { deviceName: options.printer }),
        });
      }),
  };
}

async function printersOf(webContents: WebContents) {
  const printers = await webContents.getPrintersAsync();
  return printers.map(({ name, displayName }) => ({ name, label: displayName || name }));
}

/** Checked before printing: systems report a missing printer in different ways. */
async function checkPrinter(webContents: WebContents, wanted: PrintOptions['printer']): Promise<void> {
  const printers = await printersOf(webContents);
  const isThere = wanted === undefined ? printers.length > 0 : printers.some(({ name }) => name === wanted);
  if (!isThere) fail('printer-gone');
}

async function loadPage(webContents: WebContents, html: string): Promise<void> {
  await webContents.loadURL(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`);
  // The page's policy blocks its scripts; this code is run from outside.
  await webContents.executeJavaScript('document.fonts.ready.then(() => undefined)');
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

/** @throws Error with the system's message */
function print(webContents: WebContents, options: WebContentsPrintOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer from the printer')), timeoutMs);
    webContents.print(options, (success, reason) => {
      clearTimeout(timer);
      if (success) resolve();
      else reject(new Error(reason));
    });
  });
}

/** @throws FailureError from the work, or `print-failed` for any other error */
async function inHiddenWindow<T>(paper: Paper, work: (window: BrowserWindow) => Promise<T>): Promise<T> {
  let window: BrowserWindow | undefined;
  try {
    window = new BrowserWindow({
      show: false,
      // The page is as wide as the roll, so that the measured height is the printed height.
      width: Math.ceil(rollWidths[paper === 'a4' ? 'roll80' : paper] / pixel),
      height: 600,
      useContentSize: true,
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        spellcheck: false,
        devTools: false,
      },
    });
    return await work(window);
  } catch (cause) {
    if (cause instanceof FailureError) throw cause;
    return fail(
      'print-failed',
      { detail: { why: cause instanceof Error ? cause.message : 'unknown' } },
      cause,
    );
  } finally {
    window?.destroy();
  }
}
