import { nativeImage, type WebContents } from 'electron';
import type { Pixels } from '../../../till/devices/escpos/bitmap.ts';
import { columnStyle, dotsPerPixel, setCodesOnDots } from '../../../till/devices/page-column.ts';
import type { DrawPage } from '../../../till/devices/till-printer.ts';
import { inHiddenWindow, loadHtml } from './hidden-window.ts';

/**
 * The height of a part in CSS pixels, which is exactly 1,270 dots: fractions of a dot would be lost between two parts.
 * Parts are needed because a receipt of thousands of lines is taller than any picture may be, and because a sale then
 * waits for one part at most.
 */
const partHeight = 600;

/** Draws pages in a hidden window, in the dots of a receipt printer. */
export const drawPage: DrawPage = (html, dots) =>
  inHiddenWindow(
    {
      width: Math.ceil(dots / dotsPerPixel),
      height: partHeight,
      webPreferences: { offscreen: true },
    },
    async (window) => {
      await loadHtml(window, html);
      return capture(window.webContents, dots);
    },
  );

async function capture(webContents: WebContents, dots: number): Promise<Pixels[]> {
  const width = Math.ceil(dots / dotsPerPixel);
  const tool = webContents.debugger;
  tool.attach('1.3');
  await tool.sendCommand('Emulation.setDeviceMetricsOverride', {
    width,
    height: partHeight,
    deviceScaleFactor: dotsPerPixel,
    mobile: false,
  });
  await webContents.insertCSS(columnStyle(dots));
  // The page's policy blocks its scripts; this code is run from outside.
  const height = Number(await webContents.executeJavaScript(setCodesOnDots));
  const parts: Pixels[] = [];
  for (let y = 0; y < height; y += partHeight) {
    // The last part may be longer than the page: the rest of it is white.
    const clip = { x: 0, y, width, height: partHeight, scale: 1 };
    const { data } = await tool.sendCommand('Page.captureScreenshot', { clip, captureBeyondViewport: true });
    const image = nativeImage.createFromBuffer(Buffer.from(data, 'base64'));
    const size = image.getSize();
    if (size.height !== Math.round(partHeight * dotsPerPixel))
      throw new Error(`a part is ${size.height} dots high`);
    parts.push({ ...size, bgra: image.toBitmap() });
  }
  return parts;
}
