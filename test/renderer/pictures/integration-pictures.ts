import { integrationScenes } from '../scenes/integration-scenes.ts';
import { takePictures } from './take-pictures.ts';

/*
 * Takes pictures of the integrations' screens to look at: `node test/renderer/pictures/integration-pictures.ts FOLDER [parts of
 * names]`.
 */

await takePictures(integrationScenes);
