import { testScreensFit } from '../harness/screens-fit.ts';
import { integrationScenes } from '../scenes/integration-scenes.ts';

testScreensFit('every screen of the integrations', integrationScenes);
