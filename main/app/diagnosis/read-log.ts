import path from 'node:path';
import { type LogLevel, type LogLine, logLineSchema } from '../../../shared/contract/terminal/log.ts';
import { lookAtOwn, namesInOwn, readOwn } from '../../base/platform/files/own-files.ts';
import { plainEntry } from './plain-log.ts';

const pageLines = 100;

/** Pino's lowest number for each level. */
const from: Readonly<Record<LogLevel, number>> = { info: 0, warning: 40, error: 50 };

/** The newest files of the log; older ones say little about today's faults. */
const mostLogs = 3;

/** Returns the names of the newest files of the log, the newest first. */
export function logsIn(folder: string): string[] {
  const isLog = (name: string) => /^khatm(\.[\w.-]+)?\.log$/.test(name);
  const age = (name: string) => lookAtOwn(path.join(folder, name))?.mtimeMs ?? 0;
  return namesInOwn(folder)
    .filter(isLog)
    .toSorted((a, b) => age(b) - age(a))
    .slice(0, mostLogs);
}

interface LogQuery {
  readonly level: LogLevel;
  /** The time in milliseconds since 1970; only older lines are read. */
  readonly before?: number | undefined;
}

/** Reads a page of the log, newest first, with all lines of a millisecond: the last time is enough to go on. */
export function readLog(
  folder: string,
  { level, before = Number.POSITIVE_INFINITY }: LogQuery,
): { lines: LogLine[]; hasMore: boolean } {
  const lines: LogLine[] = [];
  let last = before;
  for (const entry of entriesIn(folder, from[level])) {
    const { time } = entry;
    if (typeof time !== 'number' || time >= before) continue;
    if (lines.length >= pageLines && time !== last) return { lines, hasMore: true };
    const line = lineOf(entry);
    if (line === undefined) continue;
    lines.push(line);
    last = time;
  }
  return { lines, hasMore: false };
}

/**
 * Yields the lines of a level and above, newest first. A log file is read only when its lines are needed.
 * @param least the level, as Pino's number
 */
function* entriesIn(folder: string, least: number): Generator<Readonly<Record<string, unknown>>> {
  for (const name of logsIn(folder)) {
    const text = readOwn(path.join(folder, name)) ?? '';
    for (let end = text.length; end > 0; ) {
      const start = text.lastIndexOf('\n', end - 1);
      const line = text.slice(start + 1, end);
      end = start;
      if (!(Number(/^\{"level":(\d+)/.exec(line)?.[1]) >= least)) continue;
      try {
        yield JSON.parse(line);
      } catch {
        // The last line before a power cut may be incomplete.
      }
    }
  }
}

function lineOf(entry: Readonly<Record<string, unknown>>): LogLine | undefined {
  const { level, time, pid: _, msg, environment, failure, ...rest } = plainEntry(entry);
  const { code, ...why } = (failure ?? {}) as { code?: string };
  const detail = { ...rest, ...why };
  const parsed = logLineSchema.safeParse({
    at: new Date(Number(time)).toISOString(),
    level: Number(level) >= from.error ? 'error' : Number(level) >= from.warning ? 'warning' : 'info',
    ...(msg !== '[text]' && { message: msg }),
    environment,
    failure: code,
    detail: Object.keys(detail).length === 0 ? '' : JSON.stringify(detail),
  });
  return parsed.success ? parsed.data : undefined;
}
