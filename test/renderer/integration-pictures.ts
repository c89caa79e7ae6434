import { integrationScenes } from './integration-scenes.ts';
import { takePictures } from './take-pictures.ts';

/*
 * Takes pictures of the integrations' screens to look at: `node test/renderer/integration-pictures.ts FOLDER [parts of
 * names]`.
 */

await takePictures(integrationScenes);
