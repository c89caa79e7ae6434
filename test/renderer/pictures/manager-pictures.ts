import { buyerScenes } from '../scenes/buyer-scenes.ts';
import { managerScenes } from '../scenes/manager-scenes.ts';
import { takePictures } from './take-pictures.ts';

/*
 * Takes pictures of a manager's screens to look at: `node test/renderer/pictures/manager-pictures.ts FOLDER [parts of names]`.
 */

await takePictures({ ...managerScenes, ...buyerScenes });
