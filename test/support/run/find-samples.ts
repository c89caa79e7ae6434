import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder for what belongs to several projects, where there is one. */
const shared = path.resolve(import.meta.dirname, '../../../../shared');

/** Finds the authority's samples beside this project, unless `ZATCA_SAMPLES` already names them. */
export function findSamples(): void {
  const samples = path.join(shared, 'samples');
  if (existsSync(samples)) process.env.ZATCA_SAMPLES ??= samples;
}
