import { createHash } from 'node:crypto';

/**
 * The place of a terminal in every stage, from 0 up to but not including 100. It depends only on the terminal's id, so
 * a raised stage only adds terminals.
 */
export function placeInStage(terminalId: string): number {
  return createHash('sha256').update(terminalId).digest().readUInt32BE(0) / (2 ** 32 / 100);
}
