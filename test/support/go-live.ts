import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import type { Terminal } from '../../main/app/terminal/terminal.ts';
import type { Sandbox } from '../../main/sandbox/start-sandbox.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import type { Failure } from '../../shared/failure.ts';
import { isWaivableRow } from '../../shared/go-live.ts';
import type { SaleInput } from '../../shared/sale/sale.ts';
import { otherDisk } from './other-disk.ts';

/* Prepares a terminal for production by settling everything that is required, as a manager would. */

/** Sends a command as the person at the screen. */
export async function askScreen<N extends CommandName>(
  terminal: Terminal,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
  return result.value as CommandOutput<N>;
}

/** Returns the failure of a command that must be refused. */
export async function refusedAtScreen<N extends CommandName>(
  terminal: Terminal,
  name: N,
  input: CommandInput<N>,
): Promise<Failure> {
  const result = await terminal.callFromScreen(name, input);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure;
}

export const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };
export const forBusiness: SaleInput = {
  ...coffee,
  customer: 'business',
  buyer: {
    name: 'شركة الواحة للتجارة',
    vatNumber: '300075588700003',
    address: {
      street: 'طريق الملك فهد',
      building: '8228',
      district: 'العليا',
      city: 'الرياض',
      postalCode: '12214',
    },
  },
};

/** Brings simulation to its certificate; its company is also used for production. */
export async function onboardSimulation(
  terminal: Terminal,
  authority: Sandbox,
  documentTypes: '0100' | '1100' = '1100',
): Promise<void> {
  await askScreen(terminal, 'environment.show', { environment: 'simulation' });
  await askScreen(terminal, 'environment.setAddress', {
    environment: 'simulation',
    address: authority.address,
  });
  await askScreen(terminal, 'company.save', {
    ...trainingCompany,
    certificate: { ...trainingCompany.certificate, documentTypes },
    terminal: { numberPrefix: 'S1', serial: 'till-7' },
  });
  const { state } = await askScreen(terminal, 'credential.begin', {
    kind: 'onboarding',
    otp: authority.makeOtp(),
  });
  if (state !== 'production') throw new Error(`simulation is ${state}`);
}

/** Makes the sales in simulation that production's certificate will cover, and waives the rest. */
export async function prepareToGoLive(terminal: Terminal, authority: Sandbox): Promise<void> {
  await onboardSimulation(terminal, authority);
  // With a cashier on the list, these would need a shift.
  await askScreen(terminal, 'shift.setRequired', { isRequired: false });
  for (const sale of [coffee, forBusiness]) await askScreen(terminal, 'sale.issue', sale);
  await terminal.idle();
  const { rows } = await askScreen(terminal, 'goLive.get', {});
  for (const { id, mayBeWaived } of rows)
    if (mayBeWaived && isWaivableRow(id))
      await askScreen(terminal, 'goLive.waive', { row: id, waived: true });
}

/** Does that, and begins production. */
export async function goLive(terminal: Terminal, authority: Sandbox): Promise<void> {
  await prepareToGoLive(terminal, authority);
  await askScreen(terminal, 'environment.show', { environment: 'production', confirm: 'production' });
}

export const hasOtherDisk = process.platform === 'linux' && otherDisk !== undefined;

/** Makes a folder on another disk than the data folder's. */
export function newFolderElsewhere(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(otherDisk ?? '', 'khatm-backup-'));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
