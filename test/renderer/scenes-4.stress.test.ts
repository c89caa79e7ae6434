import { describe } from 'vitest';
import { drawnFrom, isWhole } from '../support/effort.ts';
import { chromiumPath } from './browser.ts';
import { scenesOf, testScreens } from './every-screen.ts';
import { usePages } from './pages.ts';

describe.skipIf(chromiumPath === undefined)('every screen', () => {
  testScreens(drawnFrom(2, scenesOf(4)), isWhole ? 'both' : 'one', usePages());
});
