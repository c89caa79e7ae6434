import type { Connection } from '../../../../shared/contract/till/devices.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { DeviceLine } from './device-line.ts';
import { openNetworkLine } from './network-line.ts';
import { openPathLine } from './path-line.ts';

/** Opens a line. Rejects when the other side does not answer. */
export type OpenLine = (connection: Connection) => Promise<DeviceLine>;

export function createLines(clock: Pick<Clock, 'after'>): OpenLine {
  return (connection) =>
    connection.by === 'network' ? openNetworkLine(connection, clock) : openPathLine(connection, clock);
}
