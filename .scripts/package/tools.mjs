// What electron-builder needs to write packages, whatever they are made of.
import { fileURLToPath } from 'node:url';
import { drawIcons } from './icons.mjs';
import { workFolder } from './natives.mjs';

export function prepareTools() {
  drawIcons(workFolder);
  // deb and rpm are written with the system's own tools; a person may name another program that takes fpm's arguments.
  process.env.CUSTOM_FPM_PATH ??= fileURLToPath(new URL('fpm.mjs', import.meta.url));
}
