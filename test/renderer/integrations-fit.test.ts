import { integrationScenes } from './scenes/integration-scenes.ts';
import { testScreensFit } from './screens-fit.ts';

testScreensFit('every screen of the integrations', integrationScenes);
