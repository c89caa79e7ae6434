import { describe } from 'vitest';
import { drawnFrom, isWhole } from '../../support/run/effort.ts';
import { chromiumPath } from '../harness/browser.ts';
import { usePages } from '../harness/pages.ts';
import { scenesOf, testScreens } from '../scenes/every-screen.ts';

describe.skipIf(chromiumPath === undefined)('every screen', () => {
  testScreens(drawnFrom(6, scenesOf(2)), isWhole ? 'both' : 'one', usePages());
});
