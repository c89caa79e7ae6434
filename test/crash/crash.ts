/* `npm run crash`: the disaster laboratory; with `--fleet` that of head offices. */
import { argv } from 'node:process';

await import(argv.includes('--fleet') ? './fleet/laboratory.ts' : './laboratory.ts');
