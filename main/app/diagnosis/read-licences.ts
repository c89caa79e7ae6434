import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { librarySchema } from '../../../shared/contract/terminal/about.ts';

/** Returns the libraries in the file with the licences; none without the file. */
export async function readLicences(file: string | undefined) {
  const text = file && (await readFile(file, 'utf8').catch(() => undefined));
  return text ? z.array(librarySchema).parse(JSON.parse(text)) : [];
}
