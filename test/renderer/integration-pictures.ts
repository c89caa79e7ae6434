import { integrationScenes } from './integration-scenes.ts';
import { takePictures } from './take-pictures.ts';

/* Pictures of the integrations: `node test/renderer/integration-pictures.ts FOLDER [parts of names]`. For looking at. */

await takePictures(integrationScenes);
