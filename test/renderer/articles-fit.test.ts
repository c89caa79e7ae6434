import { articleScenes } from './scenes/article-scenes.ts';
import { testScreensFit } from './screens-fit.ts';

testScreensFit('every page of the articles', articleScenes);
