import { testScreensFit } from '../harness/screens-fit.ts';
import { handedOverScenes } from '../scenes/handed-over-scenes.ts';
import { shiftScenes } from '../scenes/shift-scenes.ts';

testScreensFit('every screen of a shift', { ...shiftScenes, ...handedOverScenes });
