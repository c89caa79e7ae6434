import { testScreensFit } from '../harness/screens-fit.ts';
import { buyerScenes } from '../scenes/buyer-scenes.ts';
import { managerScenes } from '../scenes/manager-scenes.ts';

testScreensFit('every screen of a manager', { ...managerScenes, ...buyerScenes });
