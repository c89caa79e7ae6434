import { articleScenes } from './article-scenes.ts';
import { buyerScenes } from './buyer-scenes.ts';
import { cashierScenes } from './cashier-scenes.ts';
import { integrationScenes } from './integration-scenes.ts';
import { managerScenes, type Scene } from './manager-scenes.ts';
import { submissionScenes } from './submission-scenes.ts';

/** Every screen that the fake terminal can show, by name. */
export const everyScene: Readonly<Record<string, Scene>> = {
  ...cashierScenes,
  ...managerScenes,
  ...buyerScenes,
  ...articleScenes,
  ...integrationScenes,
  ...submissionScenes,
};
