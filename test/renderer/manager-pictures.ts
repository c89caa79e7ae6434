import { buyerScenes } from './buyer-scenes.ts';
import { managerScenes } from './manager-scenes.ts';
import { takePictures } from './take-pictures.ts';

/*
 * Takes pictures of a manager's screens to look at: `node test/renderer/manager-pictures.ts FOLDER [parts of names]`.
 */

await takePictures({ ...managerScenes, ...buyerScenes });
