import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { openTerminal } from '../../main/app/terminal/terminal.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { startSandbox } from '../../main/sandbox/start-sandbox.ts';
import type { CommandName } from '../../shared/contract/index.ts';
import { manager } from '../support/run/callers.ts';
import { passphrase } from '../support/wizard.ts';

/**
 * Sells once in simulation, and ends before the authority can be reached.
 * @returns the address where the program expects the authority
 */
export async function sellOffline(folder: string): Promise<string> {
  const authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
  const terminal = await openTerminal({ folder, version: '0', passphrase });
  const ask = async (name: CommandName, input: unknown) => {
    const answer = await terminal.call(name, input, manager);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
  };
  await terminal.ready();
  await ask('people.save', { name: 'Mona', role: 'manager', pin: '482913' });
  await ask('environment.show', { environment: 'simulation' });
  await ask('environment.setAddress', { environment: 'simulation', address: authority.address });
  await ask('company.save', trainingCompany);
  await ask('credential.begin', { kind: 'onboarding', otp: authority.makeOtp() });
  await authority.close();
  await ask('sale.issue', { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] });
  await terminal.close();
  return authority.address;
}
