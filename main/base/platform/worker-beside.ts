import path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts the worker that is next to a module, in the sources and in the bundle. @param module its `import.meta.url` */
export function workerBeside(module: string, name: string, options?: WorkerOptions): Worker {
  return new Worker(new URL(`./${name}${path.extname(module)}`, module), options);
}
