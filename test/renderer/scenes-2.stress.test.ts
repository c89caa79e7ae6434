import { describe } from 'vitest';
import { drawnFrom, isWhole } from '../support/effort.ts';
import { chromiumPath } from './browser.ts';
import { usePages } from './pages.ts';
import { scenesOf, testScreens } from './scenes/every-screen.ts';

describe.skipIf(chromiumPath === undefined)('every screen', () => {
  testScreens(drawnFrom(2, scenesOf(2)), isWhole ? 'both' : 'one', usePages());
});
