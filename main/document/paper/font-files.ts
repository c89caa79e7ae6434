import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/*
 * The files of IBM Plex Sans and IBM Plex Sans Arabic, from the same packages as the screens. Each covers one script;
 * mixed text uses several.
 */

export type Weight = 'regular' | 'semibold';

/** The scripts in the order in which a character is looked up. */
export const scripts = ['latin', 'arabic', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const;
export type Script = (typeof scripts)[number];

const weights: Readonly<Record<Weight, number>> = { regular: 400, semibold: 600 };
const { resolve } = createRequire(import.meta.url);

/** Returns the bytes of a font file from its package, WOFF 1.0. @throws Error when the package is not installed */
export function fontFile(script: Script, weight: Weight): Buffer {
  const family = script === 'arabic' ? 'ibm-plex-sans-arabic' : 'ibm-plex-sans';
  return readFileSync(
    resolve(`@fontsource/${family}/files/${family}-${script}-${weights[weight]}-normal.woff`),
  );
}
