import path from 'node:path';
import { systemClock } from '../../base/platform/clock.ts';
import { builtPage } from '../../base/platform/page-files.ts';
import { createPdfMaker } from '../../document/paper/pdf-maker.ts';
import { keyWords } from '../archive/archive-commands.ts';
import { openSink } from '../archive/open-sink.ts';
import type { ArchiveSink } from '../archive/sink.ts';
import { openServer, orderSigner } from '../commands/open-context.ts';
import { linkWords, originOf } from '../commands/print-owners-link.ts';
import type { Values } from '../commands/usage.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../database/database.ts';
import { startDemo } from '../demo/demo.ts';
import { createCounters } from '../metrics/counters.ts';
import { createTraces, tracesOf } from '../metrics/traces.ts';
import type { MailSender } from '../notices/mail.ts';
import { hasOwner, ownersLink } from '../people/people.ts';
import { createPeopleSecrets, type PeopleDatabase } from '../people/secrets.ts';
import { createOfficeServer } from '../server.ts';
import { announcePins, pinsOf, pinsOfPem } from '../tills/certificate-pins.ts';
import { tenantNamed } from '../tills/tills.ts';
import { type Certificates, openCertificates } from '../tls/open-certificates.ts';
import type { ShowsCertificate } from '../tls/served-certificate.ts';
import { startAddingUp } from '../watch/add-up-months.ts';
import { endArchiveAlarms, startArchiving } from '../watch/archive-closed.ts';
import { createCalls } from '../web/calls.ts';
import { serveArchive } from '../web/serve-archive.ts';
import { serveWeb } from '../web/web.ts';
import { mailServer, startAlarms, startVerifying } from './behind.ts';
import { listenAsBefore } from './listen-as-before.ts';

/** The screens, as `.scripts/build.mjs office` makes them. */
const screens = path.resolve(import.meta.dirname, '../../../out/office');

/** Serves until a signal. After a failure, everything that was opened is closed again. @param before closed last */
export async function serve(values: Values, before = new AsyncDisposableStack()): Promise<void> {
  await using opened = new AsyncDisposableStack();
  opened.use(before.move());
  const signalled = firstSignal();
  // Finds mistakes in the command and the environment variables before anything runs.
  const origin = values.address === undefined ? undefined : originOf(values.address);
  const mail = mailServer();
  const certificates = await openCertificates(values, onError);
  const archive = values.archive === undefined ? undefined : await openSink(values.archive);
  const server = await openServer(values.data);
  opened.defer(() => server.stop());
  const database = await openOfficeDatabase(server.url);
  opened.defer(() => database.close());
  await open(values, { opened, database, origin, mail, certificates, archive });
  const running = opened.move();
  void signalled.then(async () => {
    await running.disposeAsync();
    process.exit(0);
  });
}

/** npm passes on the Ctrl-C that the terminal has already sent to this process: that is no second one. */
const sameSignalMs = 1_000;

/**
 * Resolves with the first signal, after which everything that was opened is closed. A second signal ends the program at
 * once, since opening or closing may wait for long; the embedded database is then told to stop.
 */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = () => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > sameSignalMs) process.exit(1);
      resolve();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}

async function open(
  { data, demo: isDemo, host, port, proxy, tenant: name, ...given }: Values,
  context: {
    readonly opened: AsyncDisposableStack;
    readonly database: OfficeDatabase;
    readonly origin: string | undefined;
    readonly mail: MailSender | undefined;
    readonly certificates: Certificates | undefined;
    readonly archive: ArchiveSink | undefined;
  },
): Promise<void> {
  const { opened, database, origin, mail, certificates, archive } = context;
  const random = Math.random;
  const announce = (pem: string) => announcePins(database, pinsOfPem(pem));
  if (certificates !== undefined) await announce(certificates.pem);
  const counters = createCounters();
  const signer = await orderSigner(database, data);
  const secrets = createPeopleSecrets(signer.digest);
  const behind = await startVerifying(database, counters, given['metrics-port'], onError);
  opened.defer(() => behind.stop());
  const tls = certificates?.shown;
  const proxies = proxy?.split(',');
  const collector = tracesOf(process.env);
  const traces =
    collector &&
    createTraces({
      url: collector.url,
      headers: collector.headers,
      service: collector.service,
      clock: systemClock,
      onError,
    });
  if (traces !== undefined) opened.defer(() => traces.stop());
  const app = createOfficeServer(database, { random, onError, counters, signer, traces, proxies, tls });
  if (origin?.startsWith('https:') && (await pinsOf(database)).length === 0)
    console.log(
      'without --certificate, tills believe any certificate for the address that an authority issued',
    );
  const pdfs = createPdfMaker();
  opened.defer(() => pdfs.close());
  const notices = { canMail: mail !== undefined, plainToLoopback: isDemo };
  const calls = createCalls(database, {
    now: Date.now,
    pdfs,
    secrets,
    signer,
    notices,
    isDemo,
    archive,
    onError,
  });
  serveWeb(app, { calls, page: builtPage(screens), origin, isTls: tls !== undefined });
  if (archive !== undefined) serveArchive(app, database, { sink: archive, secrets, origin, now: Date.now });
  opened.defer(() => app.close());
  const listening = await listenAsBefore(app, { host, port, data });
  console.log(`head office at ${listening}`);
  certificates?.follow(app.server as unknown as ShowsCertificate, announce);
  const tenant = await tenantNamed(database, name);
  await sayHowOwnersEnter({ database, secrets }, tenant, { isDemo, address: origin ?? listening });
  const alarms = startAlarms({ database, signer, mail, address: origin, isDemo, random }, onError);
  opened.defer(() => alarms.stop());
  if (certificates !== undefined) opened.defer(() => certificates.stop());
  if (archive !== undefined) {
    const office = { database, signer, now: Date.now };
    console.log(keyWords(signer));
    const archiving = startArchiving({ context: office, sink: archive, onError, counters }, systemClock);
    opened.defer(() => archiving.stop());
  } else await endArchiveAlarms(database, Date.now());
  const adding = startAddingUp(database, { clock: systemClock, onError });
  opened.defer(() => adding.stop());
  if (!isDemo) return;
  const demo = startDemo({ database, signer, now: Date.now }, { tenant, address: listening });
  opened.defer(() => demo.stop());
  demo.ready.then((isThere) => isThere && console.log('40 simulated tills have sent their day'), onError);
}

/** Prints the link of the first owner to a person, and not to a service's journal, which others may read. */
async function sayHowOwnersEnter(
  context: PeopleDatabase,
  tenant: number,
  { isDemo, address }: { isDemo: boolean; address: string },
): Promise<void> {
  if (await hasOwner(context.database, tenant)) return;
  const isSeen = process.stdout.isTTY || isDemo;
  const link = isSeen ? await ownersLink(context, tenant, Date.now()) : undefined;
  const hint = 'no owner has come in yet; `office owner-link` prints a link';
  console.log(link === undefined ? hint : linkWords(address, link));
}

function onError(error: unknown): void {
  console.error('office:', error);
}
