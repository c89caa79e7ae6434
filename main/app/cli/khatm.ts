import { runCommandLine } from './command-line.ts';

await runCommandLine(process.argv.slice(2));

// Work left over after closing, such as a call that hangs, does not keep the command running.
setTimeout(() => process.exit(), 5_000).unref();
