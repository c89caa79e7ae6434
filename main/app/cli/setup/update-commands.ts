import type { Command } from 'commander';
import { terminalCommand } from '../terminal-command.ts';

const keyHelp = `
The passphrase of a private key comes from KHATM_UPDATE_PASSPHRASE, from the file that KHATM_UPDATE_PASSPHRASE_FILE
names, or is asked for.`;

export function addUpdateCommands(program: Command): void {
  const update = program.command('update').description('newer versions of the program');
  const onTerminal = (name: string, description: string) =>
    terminalCommand(update, name, description)
      .requiredOption('--from <dir>', 'the folder with the update, on a stick for instance')
      .option('--target <file>', 'the AppImage to replace (default: the one that runs this)');
  onTerminal('check', 'what a folder offers to this terminal; exit 1 when that is nothing').action(
    async (options) => (await import('./update.ts')).checkUpdate(options),
  );
  onTerminal('install', 'the same, and installs it, after a backup and a check of the records').action(
    async (options) => (await import('./update.ts')).installUpdate(options),
  );
  update
    .command('keys')
    .description('make a key pair for signing updates; prints the public half for the list of trusted keys')
    .requiredOption('--out <dir>', 'where the private half is written')
    .option('--name <name>', 'release or offline', 'release')
    .addHelpText('after', keyHelp)
    .action(async (options) => (await import('./update.ts')).makeKeys(options));
  update
    .command('sign')
    .description('write and sign the manifest of the packages in a folder')
    .requiredOption('--dist <dir>', 'the folder with the packages')
    .requiredOption('--key <file>', 'the private key')
    .requiredOption('--release <file>', 'ring, serial, times, stage, minimumVersion and notes, as JSON')
    .addHelpText('after', keyHelp)
    .action(async (options) => (await import('./update.ts')).signRelease(options));
  update
    .command('verify')
    .description('check the signature and the packages of a folder; exit 1 when one does not fit')
    .requiredOption('--dist <dir>', 'the folder')
    .option('--public <key>', "a public key in place of the program's own")
    .action(async (options) => (await import('./update.ts')).verifyRelease(options));
}
