// Removes folders of this project with everything in them: `node .scripts/empty.mjs dist`.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
for (const name of process.argv.slice(2)) rmSync(path.join(root, name), { recursive: true, force: true });
