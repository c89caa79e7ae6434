import { rounds } from '../support/run/effort.ts';
import { Keyboard } from './day/keyboard.ts';
import { basketsBy, playInChromium } from './day/play.ts';

playInChromium(`a shop's day by keyboard alone`, new Keyboard(), rounds(30, basketsBy('keyboard')));
