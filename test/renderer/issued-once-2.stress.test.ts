import { describe } from 'vitest';
import { chromiumPath } from './browser.ts';
import { testHaste } from './issued-once.ts';
import { usePages } from './pages.ts';

describe.skipIf(chromiumPath === undefined)('haste', () => {
  testHaste(1, usePages());
});
