import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

interface Lock {
  readonly packages: Readonly<Record<string, { dev?: true; optional?: true; devOptional?: true }>>;
}

/** Gives a folder the packages that `npm ci --omit=dev --omit=optional` would install there. */
export function linkShippedPackages(folder: string): void {
  const { packages }: Lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  for (const [place, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) || dev || optional || devOptional) continue;
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
    symlinkSync(path.join(root, place), path.join(folder, place), 'junction');
  }
}
