import { describe } from 'vitest';
import { drawnFrom } from '../../support/run/effort.ts';
import { chromiumPath } from '../harness/browser.ts';
import { hastyCases, testHaste } from '../harness/issued-once.ts';
import { usePages } from '../harness/pages.ts';

describe.skipIf(chromiumPath === undefined)('haste', () => {
  testHaste(drawnFrom(8, hastyCases(1)), usePages());
});
