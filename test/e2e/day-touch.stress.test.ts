import { rounds } from '../support/run/effort.ts';
import { basketsBy, playInChromium } from './day/play.ts';
import { Touch } from './day/touch.ts';

playInChromium(`a shop's day by touch alone, in Arabic`, new Touch(), rounds(30, basketsBy('touch')));
