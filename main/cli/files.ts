import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Company, companySchema } from '../../shared/company.ts';
import type { Environment } from '../../shared/status.ts';
import { type Ledger, openLedger } from '../ledger/ledger.ts';
import { environmentOf } from '../on-screen.ts';
import { describeSystemError, isSystemError, UsageError } from './usage-error.ts';

/** A file's bytes. @throws UsageError naming the file and why it cannot be read */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    if (isSystemError(cause)) throw new UsageError(describeSystemError({ ...cause, path: file }), { cause });
    throw cause;
  }
}

export interface OfLedger {
  readonly data: string;
  /** The one the terminal starts in where left out. */
  readonly env?: Environment;
}

/** The ledger of an environment in a data folder. @throws UsageError when there is none */
export function openLedgerOf(options: OfLedger): Ledger {
  const { environment, file } = ledgerOf(options);
  if (!isFile(file)) throw new UsageError(`${options.data}: no ledger there`);
  return openLedger(file, { environment });
}

/** The company as the ledger's settings have it; undefined where there is no ledger or nothing was set. */
export function companyOf(options: OfLedger): Company | undefined {
  if (!isFile(ledgerOf(options).file)) return undefined;
  const ledger = openLedgerOf(options);
  try {
    const kept = ledger.settings.get('company');
    return kept === undefined ? undefined : companySchema.parse(kept);
  } finally {
    ledger.close();
  }
}

function ledgerOf({ data, env }: OfLedger): { environment: Environment; file: string } {
  const environment = environmentOf(data, env);
  return { environment, file: path.join(data, environment, 'ledger.db') };
}

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
