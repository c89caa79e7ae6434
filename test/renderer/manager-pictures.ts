import { managerScenes } from './manager-scenes.ts';
import { takePictures } from './take-pictures.ts';

/* Pictures of a manager's screens: `node test/renderer/manager-pictures.ts FOLDER [parts of names]`. For looking at. */

await takePictures(managerScenes);
