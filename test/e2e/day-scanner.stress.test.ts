import { rounds } from '../support/run/effort.ts';
import { basketsBy, playInChromium } from './day/play.ts';
import { Scanner } from './day/scanner.ts';

playInChromium(
  `a shop's day with a scanner in the Arabic layout`,
  new Scanner(),
  rounds(30, basketsBy('scanner')),
);
