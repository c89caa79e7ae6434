import { drawnFrom } from '../../support/run/effort.ts';
import { testScreensFit } from '../harness/screens-fit.ts';
import { everyScene } from '../scenes/every-scene.ts';

// The long tests look at all of these; here the seed of the run draws some.
testScreensFit('every screen', Object.fromEntries(drawnFrom(3, Object.entries(everyScene))));
