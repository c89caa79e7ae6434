import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The authority's official samples are not part of the project; ZATCA_SAMPLES names their folder. Without that
 * variable, the tests that need them are reported as skipped.
 */
const folder = process.env.ZATCA_SAMPLES;

export const haveSamples = folder !== undefined;

/**
 * Reads a file of the samples.
 * @throws Error if there are none
 */
export function readSample(...path: string[]): Buffer {
  return readFileSync(join(folder ?? 'ZATCA_SAMPLES is not set', ...path));
}

export const sampleInvoices: readonly string[] =
  folder === undefined ? [] : readdirSync(join(folder, 'invoices')).filter((name) => name.endsWith('.xml'));

export const readInvoice = (name: string): Buffer => readSample('invoices', name);
