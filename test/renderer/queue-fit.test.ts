import { testScreensFit } from './screens-fit.ts';
import { submissionScenes } from './submission-scenes.ts';

testScreensFit('every screen of the queue', submissionScenes);
