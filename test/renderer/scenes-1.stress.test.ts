import { describe } from 'vitest';
import { isWhole } from '../support/effort.ts';
import { chromiumPath } from './browser.ts';
import { testScreens } from './every-screen.ts';
import { usePages } from './pages.ts';

describe.skipIf(chromiumPath === undefined)('every screen', () => {
  testScreens(1, isWhole ? 'both' : 'one', usePages());
});
