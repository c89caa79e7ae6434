import { testScreensFit } from '../harness/screens-fit.ts';
import { articleScenes } from '../scenes/article-scenes.ts';

testScreensFit('every page of the articles', articleScenes);
