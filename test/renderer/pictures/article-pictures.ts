import { articleScenes } from '../scenes/article-scenes.ts';
import { takePictures } from './take-pictures.ts';

/*
 * Takes pictures of the pages of the articles for manual viewing: `node test/renderer/pictures/article-pictures.ts FOLDER [parts
 * of names]`.
 */

await takePictures(articleScenes);
