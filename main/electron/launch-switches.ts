import { ar } from '../../shared/words/ar/start.ts';
import { en } from '../../shared/words/en/start.ts';
import { fill } from '../../shared/words/fill.ts';

/*
 * A packaged till takes no switch that opens it: a debugger on its page, scripts beside its own, a page without its
 * sandbox, another's certificates. Chromium has more than a thousand switches and makes new ones with each version, so
 * those that may stand are named, and all others are refused.
 */

/** How it looks, how it is drawn, and what installers say. */
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
  'no-first-run',
  'updated',
  'force-run',
]);

/**
 * The switches of a command line, without the program itself, that a packaged program refuses. Chromium takes one or two
 * dashes, on Windows also a slash, in capitals or not there, and nothing after `--`.
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

/** macOS used to number a process that the Finder starts. */
function isFromSystem(text: string, platform: NodeJS.Platform): boolean {
  return platform === 'darwin' && /^-psn_\d+_\d+$/.test(text);
}

/**
 * Variables that open Node as those switches open Chromium, or switch its checks of certificates off. The build's fuses
 * close the first ones; what is inherited by the program's own processes is taken away here.
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

/** The refusal of those switches, in both languages: none has been chosen yet. */
export function switchWords(switches: readonly string[]): string {
  const list = switches.join(' ');
  return `${fill(ar.refusedSwitches, { list })}\n${fill(en.refusedSwitches, { list })}`;
}

/** `Khatm · ختم`, the title of a window that appears before a language is chosen. */
export const titleInBoth = `${en.name} · ${ar.name}`;
