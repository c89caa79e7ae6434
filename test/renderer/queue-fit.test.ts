import { submissionScenes } from './scenes/submission-scenes.ts';
import { testScreensFit } from './screens-fit.ts';

testScreensFit('every screen of the queue', submissionScenes);
