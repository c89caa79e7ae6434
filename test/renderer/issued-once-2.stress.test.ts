import { describe } from 'vitest';
import { drawnFrom } from '../support/effort.ts';
import { chromiumPath } from './browser.ts';
import { hastyCases, testHaste } from './issued-once.ts';
import { usePages } from './pages.ts';

describe.skipIf(chromiumPath === undefined)('haste', () => {
  testHaste(drawnFrom(3, hastyCases(1)), usePages());
});
