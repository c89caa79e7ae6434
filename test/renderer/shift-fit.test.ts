import { handedOverScenes } from './handed-over-scenes.ts';
import { testScreensFit } from './screens-fit.ts';
import { shiftScenes } from './shift-scenes.ts';

testScreensFit('every screen of a shift', { ...shiftScenes, ...handedOverScenes });
