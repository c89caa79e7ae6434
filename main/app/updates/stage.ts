import { createHash } from 'node:crypto';

/** A terminal's place in every stage, from 0 to below 100, by its id: a raised stage only adds terminals. */
export function placeInStage(terminalId: string): number {
  return createHash('sha256').update(terminalId).digest().readUInt32BE(0) / (2 ** 32 / 100);
}
