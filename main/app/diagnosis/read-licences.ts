import * as z from 'zod';
import { librarySchema } from '../../../shared/contract/terminal/about.ts';
import { readOwn } from '../../base/platform/files/own-files.ts';

/** Returns the libraries in the file with the licences; none without the file. */
export async function readLicences(file: string | undefined) {
  const text = file && readOwn(file);
  return text ? z.array(librarySchema).parse(JSON.parse(text)) : [];
}
