import { type Command, Option } from 'commander';
import { environments } from '../../../shared/status.ts';

/** The environment; by default the one in which the terminal starts. */
export const environmentOption = () =>
  new Option('--env <environment>', 'training, simulation or production').choices(environments);

/** Adds a command that works on one environment of a terminal. */
export const terminalCommand = (
  parent: Command,
  name: string,
  description: string,
  isDefault = false,
): Command =>
  parent
    .command(name, { isDefault })
    .description(description)
    .requiredOption('--data <dir>', "the terminal's data folder")
    .addOption(environmentOption());
