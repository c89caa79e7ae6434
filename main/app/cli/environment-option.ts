import { Option } from 'commander';
import { environments } from '../../../shared/status.ts';

/** The environment; by default the one in which the terminal starts. */
export const environmentOption = () =>
  new Option('--env <environment>', 'training, simulation or production').choices(environments);
