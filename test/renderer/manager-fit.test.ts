import { buyerScenes } from './buyer-scenes.ts';
import { managerScenes } from './manager-scenes.ts';
import { testScreensFit } from './screens-fit.ts';

testScreensFit('every screen of a manager', { ...managerScenes, ...buyerScenes });
