/* `npm run crash`: the disaster laboratory. With `--fleet` it runs the laboratory for head offices. */
import { argv } from 'node:process';

if (argv.includes('--fleet')) await import('./fleet/laboratory.ts');
else await import('./laboratory.ts');
