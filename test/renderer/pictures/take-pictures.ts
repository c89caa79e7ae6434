import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startScreens } from '../harness/browser.ts';
import type { Scene } from '../scenes/manager-scenes.ts';

const sizes = [
  // This is the size of 1024 × 600 at 150 %.
  { width: 683, height: 400 },
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
];

/**
 * Takes pictures of scenes in both languages and themes to look at. The command line gives the folder, and parts of the
 * names of the wanted scenes.
 */
export async function takePictures(scenes: Record<string, Scene>): Promise<void> {
  const [folder = 'test-results/pictures', ...only] = process.argv.slice(2);
  const screens = await startScreens();
  await mkdir(folder, { recursive: true });
  for (const [name, { act, ...scene }] of Object.entries(scenes)) {
    for (const size of sizes) {
      for (const language of ['en', 'ar'] as const) {
        for (const scheme of ['light', 'dark'] as const) {
          const picture = `${name}-${size.width}-${language}-${scheme}`;
          if (!only.every((part) => picture.includes(part))) continue;
          const { page, errors, close } = await screens.open({ language, size, scheme, ...scene });
          await page.waitForTimeout(150);
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
}
