import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { CredentialRecord } from '../../../main/books/ledger/credentials/credential-history.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { setting } from '../../../shared/stored/settings/setting.ts';
import { tamper } from '../../support/tamper.ts';
import { start } from './sample.ts';
import { testFolder, testLedger } from './support.ts';

describe('the audit log', () => {
  it('lists what was done, newest first, in pages', () => {
    const ledger = testLedger();
    const { audit } = ledger;
    for (let i = 1; i <= 5; i++)
      audit.write({ at: start + i, actor: 'manager', action: 'signed-in', detail: { try: i } });
    expect(audit.list({ limit: 2 }).map((line) => line.detail)).toEqual([{ try: 5 }, { try: 4 }]);
    expect(audit.list({ before: 3, limit: 10 })).toMatchObject([
      { id: 2, at: start + 2, actor: 'manager', action: 'signed-in', detail: { try: 2 } },
      { id: 1 },
    ]);
    expect(ledger.checkRecords()).toEqual({ entries: 5, documents: 0, findings: [] });
  });

  it.each([
    [`UPDATE audit SET actor = 'nobody' WHERE id = 3`, 3],
    [`UPDATE audit SET detail = '{}' WHERE id = 2`, 2],
    ['UPDATE audit SET at = at + 1 WHERE id = 5', 5],
    ['DELETE FROM audit WHERE id = 4', 5],
    ['DELETE FROM audit WHERE id = 1', 2],
  ])('shows the first line that was tampered with: %s', (sql, line) => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = openLedger(file, { environment: 'training' });
    for (let i = 1; i <= 5; i++)
      ledger.audit.write({ at: start + i, actor: 'a', action: 'signed-in', detail: { c: i } });
    ledger.close();
    tamper(file, sql);
    expect(testLedger(file).checkRecords().broken).toBe(line);
  });

  it('cannot be moved to another ledger', () => {
    const folder = testFolder();
    const ledger = openLedger(join(folder, 'a.db'), { environment: 'training' });
    ledger.audit.write({ at: start, actor: 'a', action: 'signed-in' });
    ledger.close();
    tamper(join(folder, 'a.db'), "UPDATE ledger SET id = 'another'");
    expect(testLedger(join(folder, 'a.db')).checkRecords()).toMatchObject({ entries: 1, broken: 1 });
  });
});

describe('credentials', () => {
  const record = (csid: string, more: Partial<CredentialRecord> = {}): CredentialRecord => ({
    stage: 'compliance',
    csid,
    requestId: '1234567890123',
    certificate: 'MIIB',
    vaultKey: 'simulation/compliance',
    keyName: 'simulation/key',
    flowId: 1,
    state: 'issued',
    issuedAt: start,
    ...more,
  });

  it('are replaced, never lost', () => {
    const { credentials, flows } = testLedger();
    flows.begin('onboarding', start);
    expect(credentials.current('compliance')).toBeUndefined();
    const first = credentials.save(record('one'), start);
    const production = credentials.save(record('two', { stage: 'production' }), start + 1);
    const eligible = credentials.save(record('one', { state: 'eligible' }), start + 2);
    expect(credentials.current('compliance')).toEqual(eligible);
    expect(credentials.current('production')).toEqual(production);
    expect(credentials.history()).toEqual([
      // The same pair continues in its next state.
      { ...first, replacedAt: start + 2, endedAt: start + 2, endReason: 'superseded' },
      production,
      eligible,
    ]);
  });
});

describe('settings', () => {
  const unit = setting('unit', z.object({ name: z.string(), unit: z.string() }).optional(), undefined);
  const flag = setting('flag', z.boolean(), true);

  it('keep any JSON, and the last word counts', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = openLedger(file, { environment: 'training' });
    expect(ledger.settings.read(unit)).toBeUndefined();
    expect(ledger.settings.read(flag)).toBe(true);
    ledger.settings.write(unit, { name: 'مقهى', unit: 'a' });
    ledger.settings.write(unit, { name: 'مقهى', unit: 'b' });
    ledger.settings.write(flag, false);
    ledger.close();
    const { settings } = testLedger(file);
    expect(settings.read(unit)).toEqual({ name: 'مقهى', unit: 'b' });
    expect(settings.read(flag)).toBe(false);
  });
});
