import { testScreensFit } from '../harness/screens-fit.ts';
import { submissionScenes } from '../scenes/submission-scenes.ts';

testScreensFit('every screen of the queue', submissionScenes);
