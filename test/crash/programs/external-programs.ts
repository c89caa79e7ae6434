import { createHash } from 'node:crypto';
import path from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { createHeadOffice, type HeadOffice } from '../head-office.ts';
import type { ApiAccess } from '../till/till-api.ts';
import type { TillOrder } from '../till/till-messages.ts';
import { makeServerIdentity } from '../wire/wire-certificate.ts';
import { createDropProgram, type DropProgram } from './drop-program.ts';
import { createIntegrator, type Integrator } from './integrator.ts';
import { createReceiver, type Receiver } from './receiver-process.ts';

/** The programs around a shop's terminal, one for each kind of connection. */
export interface ExternalPrograms {
  readonly integrator: Integrator;
  readonly office: HeadOffice;
  readonly receiver: Receiver;
  readonly dropProgram: DropProgram;
  /** The address and certificate of the terminal's API; the certificate is empty until the API is open. */
  readonly api: ApiAccess;
  /** The order that makes a till accept these programs. */
  readonly letIn: TillOrder;
  /** The certificates for `NODE_EXTRA_CA_CERTS`, as PEM. */
  readonly certificate: string;
  /** Returns secrets that no file of the terminal may contain. */
  readonly secrets: () => string[];
  /** Resolves when each program has finished its work. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface ExternalProgramsOptions {
  readonly folder: string;
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the time of the shop's clock, in milliseconds since 1970. */
  readonly now: () => number;
}

export async function createExternalPrograms({
  folder,
  name,
  env,
  now,
}: ExternalProgramsOptions): Promise<ExternalPrograms> {
  const secretOf = (whose: string) => createHash('sha256').update(`${whose} ${name}`).digest('base64url');
  const identity = makeServerIdentity('receiver');
  const api: ApiAccess = { port: await freePort(), certificate: '' };
  const clientFile = path.join(folder, 'client.json');
  const officeSecret = secretOf('head office');
  const receiver = createReceiver(
    {
      name,
      identity,
      identityFile: path.join(folder, 'receiver.json'),
      eventsFile: path.join(folder, 'events.jsonl'),
      port: await freePort(),
      secret: secretOf('receiver'),
    },
    env,
  );
  const integrator = createIntegrator(name, api, clientFile);
  const office = createHeadOffice(name, api, officeSecret, now);
  const dropProgram = createDropProgram(name, path.join(folder, 'drop'));

  return {
    integrator,
    office,
    receiver,
    dropProgram,
    api,
    letIn: {
      do: 'open-integrations',
      port: api.port,
      receiver: { url: receiver.url, secret: receiver.secret },
      officeSecret,
      dropFolder: dropProgram.folder,
      clientFile,
    },
    certificate: identity.cert,
    secrets: () => (api.certificate === '' ? [] : [receiver.secret, officeSecret, ...integrator.secrets]),
    async finish() {
      await Promise.all([integrator.finish(), office.finish(), dropProgram.finish()]);
    },
    close: receiver.close,
  };
}
