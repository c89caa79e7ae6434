import { drawnFrom } from '../support/run/effort.ts';
import { Keyboard } from './day/keyboard.ts';
import { playInChromium } from './day/play.ts';
import { Scanner } from './day/scanner.ts';
import { Touch } from './day/touch.ts';

const hands = [
  ['by touch alone, in Arabic', new Touch()],
  ['by keyboard alone', new Keyboard()],
  ['with a scanner in the Arabic layout', new Scanner()],
] as const;

// A real Electron has a day by each.
for (const [by, means] of drawnFrom(3, hands)) playInChromium(`a shop's day ${by}`, means);
