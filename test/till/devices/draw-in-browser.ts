import type { Browser } from 'playwright-core';
import { columnStyle, dotsPerPixel, setCodesOnDots } from '../../../main/till/devices/page-column.ts';
import type { DrawPage } from '../../../main/till/devices/till-printer.ts';

/** Draws pages in a browser, as the program's own window would. */
export const drawInBrowser =
  (browser: Browser): DrawPage =>
  async (html, dots) => {
    const width = Math.ceil(dots / dotsPerPixel);
    const page = await browser.newPage({
      viewport: { width, height: 1_000 },
      deviceScaleFactor: dotsPerPixel,
    });
    try {
      await page.setContent(html);
      await page.addStyleTag({ content: columnStyle(dots) });
      const height = Number(await page.evaluate(setCodesOnDots));
      const clip = { x: 0, y: 0, width: dots / dotsPerPixel, height };
      const png = (await page.screenshot({ clip, fullPage: true })).toString('base64');
      const drawn = await page.evaluate(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        let text = '';
        for (let index = 0; index < data.length; index += 4) text += String.fromCharCode(data[index] ?? 0);
        return { width: image.width, height: image.height, grey: btoa(text) };
      }, png);
      const grey = Buffer.from(drawn.grey, 'base64');
      const bgra = new Uint8Array(4 * grey.length).fill(255);
      for (const [index, value] of grey.entries()) bgra.fill(value, 4 * index, 4 * index + 3);
      return [{ width: drawn.width, height: drawn.height, bgra }];
    } finally {
      await page.close();
    }
  };
