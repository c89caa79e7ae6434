import type { Environment } from '../../../shared/status.ts';
import { isOwnThere } from '../../base/platform/files/own-files.ts';
import type { Archive } from '../../books/ledger/ledger.ts';
import { openAsItIs } from '../../books/ledger/open-as-it-is.ts';

/** A ledger for reading, or the reason why it cannot be opened; undefined when there is none. */
export type Books = { readonly archive: Archive } | { readonly error: unknown } | undefined;

/** @param scratch a folder for copies; its owner removes it */
export async function openBooks(file: string, environment: Environment, scratch: string): Promise<Books> {
  if (!isOwnThere(file)) return undefined;
  try {
    return { archive: (await openAsItIs(file, { environment, scratch })).archive };
  } catch (error) {
    return { error };
  }
}
