/* `npm run crash`: the disaster laboratory; with `--fleet` that of head offices. */
import { argv } from 'node:process';

if (argv.includes('--fleet')) await import('./fleet/laboratory.ts');
else await import('./laboratory.ts');
