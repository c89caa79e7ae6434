import { handedOverScenes } from './scenes/handed-over-scenes.ts';
import { shiftScenes } from './scenes/shift-scenes.ts';
import { testScreensFit } from './screens-fit.ts';

testScreensFit('every screen of a shift', { ...shiftScenes, ...handedOverScenes });
