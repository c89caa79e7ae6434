import { describe } from 'vitest';
import { chromiumPath } from './browser.ts';
import { testScreens } from './every-screen.ts';
import { usePages } from './pages.ts';

describe.skipIf(chromiumPath === undefined)('every screen', () => {
  testScreens(3, usePages());
});
