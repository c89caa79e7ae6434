import { isQuery } from '../../../shared/contract/effects.ts';
import { type CommandName, isCommandName } from '../../../shared/contract/index.ts';
import { type Failure, FailureError } from '../../../shared/failure.ts';

/** The commands that need no ledger, or restore one. */
const allowed: readonly CommandName[] = [
  'terminal.setLanguage',
  'people.signIn',
  'people.setLanguage',
  'people.signOut',
  'session.touch',
  'session.confirm',
  'environment.show',
  'vault.unlock',
  'startup.chooseFolder',
  'startup.leaveKiosk',
  'diagnosis.run',
  'diagnosis.bundle',
  'backup.open',
  'backup.document',
  'backup.close',
  'backup.examine',
  'backup.restore',
];

/** Refuses commands that would change a broken ledger, and be lost. @throws FailureError why it is broken */
export function refuseOnBroken(name: unknown, broken: Failure): void {
  if (isCommandName(name) && !isQuery(name) && !allowed.includes(name)) throw new FailureError(broken);
}
