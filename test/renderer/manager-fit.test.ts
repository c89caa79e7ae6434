import { buyerScenes } from './scenes/buyer-scenes.ts';
import { managerScenes } from './scenes/manager-scenes.ts';
import { testScreensFit } from './screens-fit.ts';

testScreensFit('every screen of a manager', { ...managerScenes, ...buyerScenes });
