import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startScreens } from '../harness/browser.ts';
import { cashierScenes } from '../scenes/cashier-scenes.ts';

/* Takes a picture of every screen to look at: `node test/renderer/pictures/pictures.ts FOLDER [parts of a name]`. */

const [folder = 'test-results/pictures', ...only] = process.argv.slice(2);
const sizes = [
  // This is the size of 1024 × 600 at 150 %.
  { width: 683, height: 400 },
  // This is the size of 1280 × 800 at 150 %.
  { width: 853, height: 533 },
  { width: 1024, height: 600 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const screens = await startScreens();
await mkdir(folder, { recursive: true });
for (const [name, { hash, fake, act }] of Object.entries(cashierScenes)) {
  for (const size of sizes) {
    for (const language of ['en', 'ar'] as const) {
      for (const scheme of ['light', 'dark'] as const) {
        const picture = `${name}-${size.width}x${size.height}-${language}-${scheme}`;
        if (!only.every((part) => picture.includes(part))) continue;
        const { page, errors, close } = await screens.open({
          language,
          size,
          scheme,
          ...(hash !== undefined && { hash }),
          ...(fake !== undefined && { fake }),
        });
        await act?.(page);
        await page.waitForTimeout(150);
        await page.screenshot({ path: join(folder, `${picture}.png`) });
        if (errors.length > 0) console.log(picture, errors);
        await close();
      }
    }
  }
}
await screens.close();
