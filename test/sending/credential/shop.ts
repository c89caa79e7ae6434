import path from 'node:path';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import type { SecretStore } from '../../../main/base/vault/secret-store.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import { createStamper } from '../../../main/document/stamp/stamp.ts';
import { createGateway } from '../../../main/gateway/client.ts';
import { authorityProfile } from '../../../main/gateway/profile.ts';
import { parseFault } from '../../../main/sandbox/faults/faults.ts';
import { startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { createCredentials } from '../../../main/sending/credential/credentials.ts';
import { createFlowLock } from '../../../main/sending/credential/flow-lock.ts';
import { createKeyRing } from '../../../main/sending/credential/key-ring.ts';
import { sellerOf } from '../../../main/sending/credential/seller.ts';
import { issueSale } from '../../../main/till/issue/issue-sale.ts';
import type { Company } from '../../../shared/company.ts';
import { type FailureCode, FailureError } from '../../../shared/failure.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { TestClock } from '../../sandbox/device.ts';
import { newFolder } from '../../support/khatm.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { byCashier } from '../../support/run/callers.ts';

export const day = 24 * 60 * 60 * 1000;

/**
 * Opens the credentials of one environment over a real ledger, a real vault and a real sandbox that obeys directives.
 */
export async function openShop(company: Company = trainingCompany) {
  const folder = newFolder('credential');
  const clock = new TestClock();
  const sandbox = await startSandbox({ clock, plays: 'simulation' });
  const file = path.join(folder, 'vault.json');
  const vault = await openEncryptedFile({
    file,
    opener: { passphrase: 'a passphrase for tests', N: 2 ** 14, r: 1 },
    lock: takeLock,
    create: true,
  });
  let ledger = ledgerIn(path.join(folder, 'ledger.db'), 'simulation');
  let broken: ((name: string) => boolean) | undefined;
  let brokenDelete: { when: 'before' | 'after'; name: string } | undefined;
  const moved: string[] = [];

  /** This vault simulates a power failure at a chosen write or deletion. */
  const secrets: SecretStore = {
    get: (name) => vault.get(name),
    has: (prefix) => vault.has(prefix),
    delete: async (name) => {
      const breaks = brokenDelete !== undefined && name.includes(brokenDelete.name);
      if (breaks && brokenDelete?.when === 'before') throw new Error('the power went');
      await vault.delete(name);
      if (breaks) throw new Error('the power went');
    },
    set: async (name, value) => {
      if (broken?.(name)) throw new Error('the power went');
      await vault.set(name, value);
    },
  };

  function room() {
    return createCredentials({
      ledger,
      secrets,
      gateway: createGateway({
        profile: authorityProfile,
        baseUrl: sandbox.address,
        fetch: globalThis.fetch,
      }),
      profile: authorityProfile,
      clock,
      keyRing: createKeyRing({
        ledger,
        secrets,
        profile: authorityProfile,
        clock,
        onChange: () => moved.push('in force'),
        onMoved: () => undefined,
      }),
      lock: createFlowLock(folder),
      company: () => company,
      sendWaiting: async () => {
        moved.push('waiting sent');
      },
      failureOf: (error) => (error instanceof FailureError ? error.failure : { code: 'internal' }),
      onChange: () => undefined,
    });
  }
  let credentials = room();

  return {
    clock,
    sandbox,
    vault,
    moved,
    get credentials() {
      return credentials;
    },
    get ledger() {
      return ledger;
    },
    direct: (...faults: string[]) => sandbox.faults.set(faults.map(parseFault)),
    breakVaultAt: (name: ((name: string) => boolean) | undefined) => {
      broken = name;
    },
    /** Makes the vault fail just before or after it deletes a secret with this text in its name. */
    breakVaultAtDelete: (when: 'before' | 'after', name: string) => {
      brokenDelete = { when, name };
    },
    /** Restarts the program. */
    async restart() {
      broken = undefined;
      brokenDelete = undefined;
      ledger.close();
      ledger = ledgerIn(path.join(folder, 'ledger.db'), 'simulation');
      credentials = room();
      await credentials.flow.recover();
      await credentials.keyRing.load();
    },
    /** Onboards the terminal; returns the failure at which the flow stopped, or undefined when it succeeded. */
    async onboard(): Promise<FailureCode | undefined> {
      return (await credentials.flow.begin('onboarding', sandbox.makeOtp()))?.code;
    },
    /** Issues a sale with a stamp of the current credential, and does not send it. */
    issue(
      sale: SaleInput = { lines: [{ name: 'قلم', quantity: 1, unitPrice: '11.50' }] },
      replaces?: string,
    ) {
      const held = credentials.keyRing.inForce();
      if (held === undefined) throw new Error('no credential');
      const { entry } = issueSale(saleSchema.parse(sale), {
        by: byCashier,
        ledger,
        seller: sellerOf(company),
        numberPrefix: company.terminal.numberPrefix,
        stamper: createStamper(held),
        clock,
        within: { clearance: 1000, reporting: day },
        replaces,
      });
      return entry;
    },
    /** Sends a document as the submitter would. */
    async send(uuid: string) {
      const entry = ledger.documents.get(uuid);
      const claimed = ledger.queue.claim(uuid, clock.now(), 1000);
      const held = credentials.keyRing.forDocument(entry?.issuedAt ?? 0);
      if (claimed === undefined || held === undefined) throw new Error('nothing to send');
      const gateway = createGateway({
        profile: authorityProfile,
        baseUrl: sandbox.address,
        fetch: globalThis.fetch,
      });
      const outcome = await (entry?.mode === 'clearance' ? gateway.clear : gateway.report)(
        held.pair,
        claimed,
      );
      const state = outcome.kind === 'accepted' ? 'accepted' : 'waiting';
      ledger.queue.settle(
        claimed,
        outcome,
        { state, ...(state === 'waiting' && { nextAt: clock.now() }) },
        clock.now(),
      );
      await credentials.keyRing.noteOutcome(held, outcome);
      return { outcome, serial: held.certificate.serial };
    },
    async close() {
      ledger.close();
      await sandbox.close();
    },
  };
}
