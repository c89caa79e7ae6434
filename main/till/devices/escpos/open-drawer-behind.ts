import type { DrawerPin } from '../../../../shared/contract/till/devices.ts';
import type { DeviceLine } from '../line/device-line.ts';
import { askStatus, askWhenDone, isDone, isStatus, kick } from './commands.ts';
import type { PrinterMemory } from './print-picture.ts';

/** Milliseconds in which a printer reports its status, and in which it executes a pulse. */
const statusTimeoutMs = 600;
const pulseTimeoutMs = 2_000;

/**
 * Opens the drawer behind a printer. The pulse waits for no answer; the result does.
 * @throws Error if the printer is gone, or has answered before and does not report that the pulse was executed
 */
export async function openDrawerBehind(
  line: DeviceLine,
  pin: DrawerPin,
  memory: PrinterMemory,
): Promise<void> {
  await line.write(Buffer.concat([askStatus('offline'), kick(pin)]));
  const status = await line.read(statusTimeoutMs, isStatus);
  if (status === undefined && !memory.answers) return line.sent();
  memory.answers = true;
  await line.write(askWhenDone);
  if ((await line.read(pulseTimeoutMs, isDone)) === undefined) throw new Error('no answer');
}
