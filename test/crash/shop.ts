import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openEncryptedFile } from '../../main/base/vault/encrypted-file.ts';
import { openArchive } from '../../main/books/ledger/ledger.ts';
import { takeLock } from '../../main/books/ledger/queue/process-lock.ts';
import { isWeakPin } from '../../shared/values/pin.ts';
import { type Accounts, openAccounts } from './checks/accounts-check.ts';
import { type Running, run } from './process.ts';
import { createExternalPrograms, type ExternalPrograms } from './programs/external-programs.ts';
import type { Random } from './random.ts';
import { saleOf, salesPerTill } from './sales.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import type { KillPlan, TakeBack, TillOrder, TillStart } from './till/till-messages.ts';
import { startTill, type Till } from './till/till-process.ts';
import { type Authority, startAuthority } from './wire/authority-process.ts';
import { openWire, type Wire } from './wire/wire.ts';

/** A shop of the laboratory: its folder, its tills, the wire, the authority, and the receipts that its people know. */
export interface Shop {
  /** The terminal's data folder. */
  readonly data: string;
  /** The ledger of the environment in which the shop sells. */
  readonly ledgerFile: string;
  /** The database of the integrations. */
  readonly integrationFile: string;
  readonly vaultFile: string;
  readonly backups: string;
  /** The folder of what the printer has printed; not on the till's disk. */
  readonly printerFolder: string;
  readonly authorityFile: string;
  readonly serial: string;
  readonly passphrase: string;
  /** The one-time passwords that were given to the terminal. */
  readonly digits: readonly string[];
  readonly wire: Wire;
  readonly externals: ExternalPrograms;
  readonly books: Accounts;
  readonly disk: SmallDisk | undefined;
  /** The offset of the shop's clock from this machine's, in milliseconds. */
  aheadMs: number;
  /** The till that owns the folder; dead until it is started again. */
  readonly till: Till;
  /** Returns the output of all processes except the authority, by name. */
  outputs(): Map<string, string>;
  startTill(killPlan?: KillPlan): Till;
  /** Starts a second till on the same folder, with its own sale numbers. */
  startSecondTill(): Till;
  /** Makes the running till open the terminal to other programs, unless the terminal is open already. */
  openIntegrations(): Promise<void>;
  /** Runs `khatm issue` with this many sales, which have numbers of their own. */
  startIssue(sales: number): Running;
  /** Returns the order that makes the first or second till continue selling from the first sale without a receipt. */
  sellOn(pauseMs: number, second?: boolean): TillOrder;
  /** Returns an order to take goods back from this many documents, chosen at random from those of all customers. */
  takeBack(documents: number, random: Random): TakeBack;
  /** Returns an order to take the same goods back once more, by notes with other numbers. */
  takeBackAgain(order: TakeBack): TakeBack;
  /** Runs `khatm restore` with a backup; with `killPlan` it dies at that point of its work. */
  startRestore(file: string, killPlan?: KillPlan): Running;
  makeOtp(): Promise<string>;
  authority(): Promise<Authority>;
  killAuthority(): Promise<void>;
  /** Sends SIGKILL to all of the shop's processes at once; the authority continues. */
  powerOff(): Promise<void>;
  /** Ends all processes; with `keep` the files stay for inspection. */
  close(keep: boolean): Promise<void>;
}

export interface ShopOptions {
  readonly folder: string;
  readonly name: string;
  readonly random: Random;
  /** True to put the data folder on a file system that can be filled, if the machine supports it. */
  readonly smallDisk: boolean;
  /** The folder of Node's cache of compiled sources, which lets processes start quickly. */
  readonly compileCache: string;
}

/** The first sale number of credit notes; each order has a range of its own. */
const firstReturn = 5 * salesPerTill;
const returnsPerOrder = 1_000;

export async function openShop({
  folder,
  name,
  random,
  smallDisk,
  compileCache,
}: ShopOptions): Promise<Shop> {
  const place = path.join(folder, 'place');
  mkdirSync(place, { recursive: true });
  const disk = smallDisk ? mountSmallDisk(place) : undefined;
  const data = path.join(place, 'data');
  const passphrase = `passphrase ${random.whole(1e9, 2e9)} of ${name}`;
  let pin = '';
  while (pin === '' || isWeakPin(pin)) pin = String(random.whole(10_000_000, 99_999_999));
  const digits = [pin];
  const serial = name;
  const books = openAccounts(serial);
  const vaultFile = await makeVault(data, passphrase);

  const wire = await openWire();
  const certificate = path.join(folder, 'wire.pem');
  const sales = path.join(folder, 'sales');
  mkdirSync(sales, { recursive: true });
  const printerFolder = path.join(folder, 'printer');
  mkdirSync(printerFolder, { recursive: true });
  let ahead = 0;
  const externals = await createExternalPrograms({
    folder,
    name,
    env: { NODE_COMPILE_CACHE: compileCache },
    now: () => Date.now() + ahead,
  });
  writeFileSync(certificate, `${wire.certificate}${externals.certificate}`);
  const env = {
    NODE_COMPILE_CACHE: compileCache,
    NODE_EXTRA_CA_CERTS: certificate,
    KHATM_PASSPHRASE: passphrase,
    KHATM_PIN: pin,
    // The machine's record of the ledger, which is not changed when the data folder is restored.
    KHATM_STATE: path.join(folder, 'state'),
    // This disables the keychain of the person who runs the laboratory.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
  const address = `${wire.origin}/e-invoicing/simulation`;
  const authorityFile = path.join(folder, 'authority.db');
  let authority: Authority | undefined;
  let till: Till | undefined;
  const others: Pick<Running, 'kill'>[] = [];
  const all = new Map<string, Pick<Running, 'output'>>();
  let issued = 0;
  let returned = 0;

  function nextReturns(): number {
    returned += 1;
    return firstReturn + (returned - 1) * returnsPerOrder;
  }

  /** Returns the start parameters of the next till. */
  function startOf(killPlan?: KillPlan): TillStart {
    const seed = String(random.branch(`till process ${all.size + 1}`).next());
    return { folder: data, printerFolder, address, serial, aheadMs: shop.aheadMs, seed, killPlan };
  }

  const shop: Shop = {
    data,
    ledgerFile: path.join(data, 'simulation', 'ledger.db'),
    integrationFile: path.join(data, 'simulation', 'integration.db'),
    vaultFile,
    backups: path.join(folder, 'backups'),
    printerFolder,
    authorityFile,
    serial,
    passphrase,
    digits,
    wire,
    externals,
    books,
    disk,
    get aheadMs() {
      return ahead;
    },
    set aheadMs(milliseconds) {
      ahead = milliseconds;
      externals.receiver.setClock(ahead);
    },
    get till() {
      if (till === undefined) throw new Error('no till was started');
      return till;
    },
    outputs: () => new Map([...all].map(([key, { output }]) => [key, output()])),
    startTill(killPlan) {
      if (till !== undefined && !till.isGone) throw new Error('the first till is not dead');
      till = startTill(startOf(killPlan), env, books);
      all.set(`till ${all.size + 1}`, till);
      return till;
    },
    startSecondTill() {
      const second = startTill(startOf(), env, books);
      all.set(`second till ${all.size + 1}`, second);
      others.push(second);
      return second;
    },
    async openIntegrations() {
      if (externals.api.certificate !== '') return;
      await externals.receiver.start();
      const open = shop.till.surely('integrations-open');
      shop.till.order(externals.letIn);
      const { certificate: pem, failure } = await open;
      if (failure !== undefined) throw new Error(`the API: ${failure}`);
      externals.api.certificate = pem;
    },
    startIssue(count) {
      const first = 2 * salesPerTill + issued;
      issued += count;
      const numbers = Array.from({ length: count }, (_, index) => first + index);
      const files = numbers.map((sale) => {
        const file = path.join(sales, `sale-${sale}.json`);
        writeFileSync(file, JSON.stringify(saleOf(serial, sale)));
        return file;
      });
      const answers = numbers[Symbol.iterator]();
      const running = run(
        'main/app/cli/khatm.ts',
        ['issue', '--data', data, '--env', 'simulation', '--no-wait', ...files],
        env,
        (line) => books.take({ ...JSON.parse(line), sale: answers.next().value }),
      );
      all.set(`khatm issue ${all.size + 1}`, running);
      others.push(running);
      return running;
    },
    startRestore(file, killPlan) {
      const args = ['restore', '--data', data, '--env', 'simulation', '--from', file, '--last', lastIn(file)];
      const planned = { ...env, KHATM_KILL_PLAN: JSON.stringify(killPlan ?? null) };
      const running = run('test/crash/killed-cli.ts', args, planned, () => undefined);
      all.set(`khatm restore ${all.size + 1}`, running);
      others.push(running);
      return running;
    },
    takeBack(documents, random) {
      const sold = [...books.receipts.values()].filter(({ sale }) => sale < firstReturn);
      const uuids = Array.from({ length: documents }, () => random.pick(sold).uuid);
      return { do: 'take-back', uuids, from: nextReturns(), seed: String(random.next()) };
    },
    takeBackAgain: (order) => ({ ...order, from: nextReturns() }),
    sellOn: (pauseMs, second = false) => ({
      do: 'sell',
      from: books.nextSale(second ? salesPerTill : 1),
      pauseMs,
    }),
    async makeOtp() {
      const otp = await (await shop.authority()).makeOtp();
      digits.push(otp);
      return otp;
    },
    async authority() {
      if (authority === undefined || authority.isGone) {
        authority = await startAuthority(authorityFile, shop.aheadMs, { NODE_COMPILE_CACHE: compileCache });
        wire.leadTo(authority.port);
      }
      return authority;
    },
    async killAuthority() {
      wire.leadTo(undefined);
      await authority?.kill();
    },
    async powerOff() {
      const running = [...others.splice(0), ...(till === undefined ? [] : [till])];
      await Promise.all(running.map((each) => each.kill()));
    },
    async close(keep) {
      await shop.powerOff();
      await shop.killAuthority();
      await externals.close();
      await wire.close();
      disk?.unmount(keep);
      if (keep)
        for (const [key, text] of shop.outputs()) writeFileSync(path.join(folder, `${key}.log`), text);
    },
  };
  return shop;
}

/**
 * Makes a vault with the cheapest key derivation, because thousands of starts would otherwise take half a second each;
 * the vault's file records the cost.
 */
async function makeVault(data: string, passphrase: string): Promise<string> {
  const folder = path.join(data, 'simulation');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'secrets.json');
  await openEncryptedFile({ file, opener: { passphrase, N: 2 ** 14 }, lock: takeLock, create: true });
  return file;
}

/** Returns the number of the newest document in a backup. */
function lastIn(file: string): string {
  const archive = openArchive(file);
  try {
    return archive?.chain.head()?.number ?? '0';
  } finally {
    archive?.close();
  }
}
