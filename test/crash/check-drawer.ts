import { existsSync, readFileSync } from 'node:fs';
import { look } from './read-ledger.ts';
import { pulsesOf } from './till-drawer.ts';

interface Line {
  readonly id: number;
  readonly action: 'drawer-asked' | 'drawer-opened' | 'drawer-failed';
  readonly asked: number | null;
}

/**
 * Checks the drawer against the audit log: no pulse without a line before it, and each line has at most one that says
 * what became of it.
 */
export function checkDrawer(ledgerFile: string): string[] {
  const lines = look(ledgerFile, (database) =>
    database
      .prepare<[], Line>(
        `SELECT id, action, detail ->> '$.asked' AS asked FROM audit
         WHERE action IN ('drawer-asked', 'drawer-opened', 'drawer-failed') ORDER BY id`,
      )
      .all(),
  );
  const asked = lines.filter(({ action }) => action === 'drawer-asked');
  const ends = Map.groupBy(
    lines.filter(({ action }) => action !== 'drawer-asked'),
    (line) => line.asked,
  );
  const pulses = pulsesIn(pulsesOf(ledgerFile));
  return [
    ...(pulses <= asked.length
      ? []
      : [`the drawer got ${pulses} pulses, and the audit log has ${asked.length}`]),
    ...[...ends].flatMap(([id, { length }]) => [
      ...(asked.some((line) => line.id === id) ? [] : [`an opening of the drawer was not asked for: ${id}`]),
      ...(length === 1 ? [] : [`opening ${id} of the drawer ended ${length} times`]),
    ]),
  ];
}

const pulsesIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0);
