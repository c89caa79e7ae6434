// Writes packages of a folder that was built and signed elsewhere; it needs no key:
// node .scripts/package/pack.mjs dist/linux-unpacked --linux deb rpm AppImage
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './natives.mjs';
import { prepareTools } from './tools.mjs';

const [folder, ...targets] = process.argv.slice(2);
prepareTools();
const builder = path.join(root, 'node_modules', 'electron-builder', 'cli.js');
const args = [builder, '--prepackaged', folder, ...targets, '--publish', 'never'];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
