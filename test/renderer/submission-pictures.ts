import { submissionScenes } from './submission-scenes.ts';
import { takePictures } from './take-pictures.ts';

/* Pictures of alarms, the queue and the books: `node test/renderer/submission-pictures.ts FOLDER [parts of names]`. For looking at. */

await takePictures(submissionScenes);
