import path from 'node:path';

/* Windows' own PowerShell, by its full path, so that no other program of that name runs. */

export const powerShell = (env: NodeJS.ProcessEnv = process.env): string =>
  path.win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');

/** Switches to run without the user's profile and without questions. */
export const powerShellSwitches = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command'] as const;

/** If a newer PowerShell started this program, its variable names modules that this PowerShell cannot load. */
export function powerShellVariables(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.toLowerCase() !== 'psmodulepath'));
}
