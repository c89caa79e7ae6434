import { ar } from '../../../../shared/words/ar/start.ts';
import { en } from '../../../../shared/words/en/start.ts';
import { fill } from '../../../../shared/words/fill.ts';

/*
 * A packaged till refuses switches that would weaken it: a debugger, foreign scripts, a page without its sandbox,
 * foreign certificates. Chromium has more than a thousand switches and adds more with each version, so the allowed ones
 * are listed and all others are refused.
 */

/** Appearance, rendering, and the switches of installers. */
const allowed: ReadonlySet<string> = new Set([
  'lang',
  'force-device-scale-factor',
  'high-dpi-support',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-smooth-scrolling',
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'hidden',
  'safe-mode',
  'no-first-run',
  'updated',
  'force-run',
]);

/** The command line opens no page, so that it needs neither a display nor a sandbox for one. */
const allowedForCommands: ReadonlySet<string> = new Set(['no-sandbox', 'log-level']);

/**
 * Returns the command in a packaged program's arguments, for instance `['ledger', 'check', '--data', 'DIR']`; undefined
 * when the window is wanted. A command follows `--`, after which Chromium reads no switches.
 */
export function commandOf(args: readonly string[]): readonly string[] | undefined {
  const end = args.indexOf('--');
  if (end >= 0) return args.length > end + 1 ? args.slice(end + 1) : undefined;
  return args.length === 1 && ['--help', '--version'].includes(args[0] ?? '') ? args : undefined;
}

export function refusedForCommand(args: readonly string[], platform: NodeJS.Platform): string[] {
  if (!args.includes('--')) return [];
  return refusedSwitches(args, platform).filter(
    (text) => !allowedForCommands.has(switchName(text, platform) ?? ''),
  );
}

/**
 * Returns the refused switches of a command line (without the program itself). Chromium accepts one or two dashes, on
 * Windows also a slash and any case, and nothing after `--`.
 */
export function refusedSwitches(args: readonly string[], platform: NodeJS.Platform): string[] {
  const refused = [];
  for (const arg of args) {
    const text = arg.trim();
    if (text === '--') break;
    const name = switchName(text, platform);
    if (name !== undefined && !allowed.has(name) && !isFromSystem(text, platform)) refused.push(text);
  }
  return refused;
}

function switchName(text: string, platform: NodeJS.Platform): string | undefined {
  const isSwitch = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/;
  const name = isSwitch.exec(text)?.[1];
  return platform === 'win32' ? name?.toLowerCase() : name;
}

/** macOS used to pass a process number to programs started by the Finder. */
function isFromSystem(text: string, platform: NodeJS.Platform): boolean {
  return platform === 'darwin' && /^-psn_\d+_\d+$/.test(text);
}

/**
 * The variables that weaken Node as those switches weaken Chromium, or disable its certificate checks. The build's
 * fuses disable the first ones; here they are removed before the program's own processes inherit them.
 */
export const openingVariables = [
  'NODE_OPTIONS',
  'ELECTRON_RUN_AS_NODE',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_TLS_REJECT_UNAUTHORIZED',
] as const;

export function withoutOpeningVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env))
    if (openingVariables.some((opening) => opening === name.toUpperCase())) delete env[name];
}

/** Returns the message about refused switches in both languages, since no language has been chosen yet. */
export function switchWords(switches: readonly string[]): string {
  const list = switches.join(' ');
  return `${fill(ar.refusedSwitches, { list })}\n${fill(en.refusedSwitches, { list })}`;
}

/** Returns the message for a file that was changed since it was signed, in both languages. */
export function alteredWords(file: string): string {
  return `${fill(ar.alteredFile, { file })}\n${fill(en.alteredFile, { file })}`;
}

/** Returns the message for a program that crashes repeatedly, in both languages. */
export const stoppedWords = (): string => `${ar.stopped}\n${en.stopped}`;

/** `Khatm · ختم`, for windows that appear before a language is chosen. */
export const titleInBoth = `${en.name} · ${ar.name}`;
