import { fork } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { type Bench, benches } from './benches.ts';
import { type Figures, type Lines, measures } from './measure.ts';

/*
 * `npm run bench`. Each bench is played in a process of its own, so that none is measured with what another one left in
 * memory. The exit code is 1 if an aim is missed, and 2 if the command cannot be carried out.
 */

interface Result {
  readonly machine: Readonly<Record<string, string | number>>;
  readonly before: Load;
  readonly after: Load;
  readonly benches: Readonly<Record<string, Lines>>;
}
interface Load {
  readonly average: readonly number[];
  readonly yardstickMs: number;
}

const options = readOptions();
const chosen = options.all ? benches : benches.filter(({ name }) => options.names.includes(name));
if (options.list || chosen.length === 0) list();
if (!options.list) await playAll(chosen.length > 0 ? chosen : benches.slice(0, 1));

function readOptions() {
  try {
    const { values, positionals: names } = parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        list: { type: 'boolean' },
        out: { type: 'string' },
        compare: { type: 'string' },
      },
    });
    const unknown = names.find((name) => benches.every((bench) => bench.name !== name));
    if (unknown !== undefined)
      throw new Error(`${unknown}: must be one of ${benches.map(({ name }) => name).join(', ')}`);
    return { ...values, names };
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(why: string): never {
  console.error(
    `bench: ${why}\nusage: npm run bench -- [NAME…] [--all] [--list] [--out FILE] [--compare FILE]`,
  );
  process.exit(2);
}

function list(): void {
  for (const { name, what, aims } of benches) {
    console.log(`${name.padEnd(14)}${what}`);
    for (const [line, aim] of Object.entries(aims)) console.log(`${' '.repeat(16)}${line}: ${aimText(aim)}`);
  }
}

async function playAll(played: readonly Bench[]): Promise<void> {
  const machine = thisMachine();
  const earlier = options.compare === undefined ? undefined : readEarlier(options.compare, machine);
  const before = measureLoad('before');
  const results: Record<string, Lines> = {};
  for (const { name, what } of played) {
    console.log(`${name}: ${what}`);
    results[name] = await play(name);
  }
  const after = measureLoad('after');
  const rows = played.flatMap((bench) => rowsOf(bench, results[bench.name], earlier?.benches?.[bench.name]));
  console.table(rows);
  if (earlier?.before !== undefined) {
    const ratio = before.yardstickMs / earlier.before.yardstickMs;
    console.log(
      `in brackets: divided by ${options.compare}, whose yardstick is 1; now it is ${ratio.toFixed(2)}`,
    );
  }
  const result: Result = { machine, before, after, benches: results };
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = rows.some(({ met }) => met === 'no') ? 1 : 0;
}

function thisMachine(): Result['machine'] {
  const [first] = cpus();
  return {
    processor: first?.model ?? '',
    cores: cpus().length,
    'GiB of memory': Math.round(totalmem() / 2 ** 30),
    Node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** Reads an earlier result, and refuses that of another machine, because its ratios would say nothing. */
function readEarlier(file: string, machine: Result['machine']): Partial<Result> {
  let earlier: Partial<Result>;
  try {
    earlier = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refuse(`--compare ${file}: ${(error as Error).message}`);
  }
  const differing = Object.entries(machine)
    .filter(([key, value]) => earlier.machine?.[key] !== value)
    .map(([key, value]) => `${key}: ${earlier.machine?.[key]} there, ${value} here`);
  return differing.length === 0
    ? earlier
    : refuse(`--compare ${file}: measured on another machine (${differing.join('; ')})`);
}

/** Prints how busy the machine is; the yardstick is a calculation that is always the same. */
function measureLoad(when: string): Load {
  const average = loadavg().map((load) => Number(load.toFixed(2)));
  const begun = performance.now();
  pbkdf2Sync('khatm', 'bench', 200_000, 32, 'sha256');
  const yardstickMs = Math.round(performance.now() - begun);
  console.log(`${when}: load ${average.join(', ')}; yardstick ${yardstickMs} ms`);
  return { average, yardstickMs };
}

/** Returns nothing for a bench that fails; its process has printed why. */
async function play(name: string): Promise<Lines> {
  const child = fork(new URL('play.ts', import.meta.url), [name]);
  let lines: Lines = {};
  child.once('message', (sent) => {
    lines = sent as Lines;
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? lines : {};
}

function rowsOf({ name, aims }: Bench, lines: Lines = {}, earlier: Lines = {}) {
  const isEmpty = Object.keys(lines).length === 0;
  const expected = Object.keys(aims).filter((what) => what !== 'each' || isEmpty);
  return [...new Set([...Object.keys(lines), ...expected])].map((what) => {
    const figures = lines[what] ?? {};
    const aim = aims[what] ?? aims.each;
    const cells = measures.flatMap((measure) => {
      const [value, then] = [figures[measure], earlier[what]?.[measure]];
      if (value === undefined) return [];
      const ratio = !then ? '' : ` (${(value / then).toFixed(2)}×)`;
      return [{ measure, text: text(value) + ratio }];
    });
    const others = cells.filter(({ measure }) => measure !== 'p50');
    return {
      bench: name,
      measures: cells.length === 0 ? `${what}: NOT MEASURED` : what,
      p50: cells.find(({ measure }) => measure === 'p50')?.text ?? '',
      'p95, p99, total or rate': others.map((cell) => `${cell.measure} ${cell.text}`).join(', '),
      aim: aim === undefined ? '' : aimText(aim),
      met: aim === undefined ? '' : isMet(figures, aim) ? 'yes' : 'no',
    };
  });
}

function isMet(figures: Figures, aim: Figures): boolean {
  return measures.every((measure) => {
    const [value, bound] = [figures[measure] ?? Number.NaN, aim[measure]];
    return bound === undefined || (measure === 'rate' ? value >= bound : value <= bound);
  });
}

function text(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

function aimText(aim: Figures): string {
  return measures
    .filter((measure) => aim[measure] !== undefined)
    .map((measure) => `${measure} ${measure === 'rate' ? '≥' : '≤'} ${aim[measure]}`)
    .join(', ');
}
