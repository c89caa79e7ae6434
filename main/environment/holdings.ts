import path from 'node:path';
import { type Ledger, openLedger } from '../ledger/ledger.ts';
import { openSender, type Sender, sendersOf } from '../ledger/sender.ts';
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts';
import type { EnvironmentOptions } from './environment.ts';
import { createLead, type Lead, leadFile } from './lead.ts';

/** What an environment has open in its folder while it is: files, locks, and training's authority. */
export interface Holdings {
  readonly ledger: Ledger;
  readonly ledgerFile: string;
  readonly lead: Lead;
  /** This opening of the ledger, as other processes see it. */
  readonly sender: Sender;
  /** Of training alone. */
  readonly sandbox: Sandbox | undefined;
  close(): Promise<void>;
}

export interface HoldingsOptions
  extends Pick<EnvironmentOptions, 'environment' | 'folder' | 'clock' | 'faults'> {
  /** The lock that decides who leads could not be tried. */
  readonly onError: (error: unknown) => void;
}

/** @throws FailureError when one of them cannot be opened; what was opened before is closed again */
export async function openHoldings(options: HoldingsOptions): Promise<Holdings> {
  const { folder, environment, clock, faults, onError } = options;
  const lead = createLead(path.join(folder, leadFile), clock, onError);
  const ledgerFile = path.join(folder, 'ledger.db');
  let sender: Sender | undefined;
  let ledger: Ledger | undefined;
  let sandbox: Sandbox | undefined;

  async function close(): Promise<void> {
    await sandbox?.close();
    ledger?.close();
    sender?.close();
    lead.release();
  }

  try {
    sender = openSender(sendersOf(ledgerFile));
    ledger = openLedger(ledgerFile, { environment, sender: sender.id });
    if (environment === 'training')
      sandbox = await startSandbox({ file: path.join(folder, 'sandbox.db'), clock, faults });
    return { ledger, ledgerFile, lead, sender, sandbox, close };
  } catch (error) {
    await close();
    throw error;
  }
}
