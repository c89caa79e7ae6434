import { benches } from './benches.ts';

/* Plays the bench with the given name, and sends its lines to `bench.ts`. */

const module = await benches.find(({ name }) => name === process.argv[2])?.load();
process.send?.(await module?.run());
