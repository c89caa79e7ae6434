import { submissionScenes } from '../scenes/submission-scenes.ts';
import { takePictures } from './take-pictures.ts';

/*
 * Takes pictures of alarms, the queue and the ledger's page to look at: `node test/renderer/pictures/submission-pictures.ts
 * FOLDER [parts of names]`.
 */

await takePictures(submissionScenes);
