import { spawn } from 'node:child_process';

/** A rule that a document breaks, by its official ID. */
export interface Finding {
  readonly id: string;
  readonly message: string;
}

export interface Verdict {
  readonly file: string;
  readonly passed: boolean;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** The checker's answer for one file; a stage that failed without naming a rule explains it in `detail`. */
interface Answer {
  readonly file: string;
  readonly global: string;
  readonly stages: Readonly<
    Record<
      string,
      { status: string; detail?: string; errors?: readonly Finding[]; warnings?: readonly Finding[] }
    >
  >;
}

const filesAtOnce = 100;

/**
 * Runs the authority's own schema and rules. It calls a program that takes `--json FILE…` and prints one JSON object
 * for each file: `{ file, global: "PASSED…", stages: { NAME: { status, detail, errors: [{ id, message }], warnings } }
 * }`.
 * @param isChain the files are all documents of one terminal, in their order: `--chain` compares each with the one before
 * @throws Error if the program cannot run or leaves a file out
 */
export async function check(
  program: string,
  files: readonly string[],
  { isChain = false } = {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const atOnce = isChain ? files.length : filesAtOnce;
  for (let at = 0; at < files.length; at += atOnce) {
    const batch = files.slice(at, at + atOnce);
    const lines = (await run(program, ['--json', ...(isChain ? ['--chain'] : []), ...batch]))
      .split('\n')
      .filter((line) => line !== '');
    if (lines.length !== batch.length)
      throw new Error(`${program} answered for ${lines.length} of ${batch.length} files`);
    verdicts.push(...lines.map((line) => verdict(JSON.parse(line))));
    process.stderr.write(`\rchecked ${verdicts.length} of ${files.length}`);
  }
  process.stderr.write('\n');
  return verdicts;
}

function verdict({ file, global, stages }: Answer): Verdict {
  const passed = global.startsWith('PASSED');
  const errors = Object.entries(stages).flatMap(([stage, { status, detail, errors = [] }]) =>
    errors.length === 0 && status.startsWith('FAIL') ? [{ id: stage, message: detail ?? '' }] : errors,
  );
  if (global.includes('WITHOUT RULES')) errors.push({ id: 'rules', message: 'the rule data is missing' });
  const warnings = Object.values(stages).flatMap(({ warnings = [] }) => warnings);
  return { file, passed: passed && errors.length === 0, errors, warnings };
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    // Exit code 1 means that a file failed, as its answer shows; a higher one means that the program could not run.
    child.on('close', (code) =>
      code === 0 || code === 1
        ? resolve(Buffer.concat(output).toString())
        : reject(new Error(`${program} ended with ${code}`)),
    );
  });
}
