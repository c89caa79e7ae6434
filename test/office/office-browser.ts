import type { FastifyInstance } from 'fastify';
import { builtPage } from '../../main/base/platform/page-files.ts';
import { createPdfMaker } from '../../main/document/paper/pdf-maker.ts';
import type { ArchiveSink } from '../../main/office/archive/sink.ts';
import type { OrderSigner } from '../../main/office/orders/order-key.ts';
import { ownersLink } from '../../main/office/people/people.ts';
import { totpCode, totpStep } from '../../main/office/people/totp.ts';
import { createOfficeServer } from '../../main/office/server.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { createCalls } from '../../main/office/web/calls.ts';
import { serveWeb } from '../../main/office/web/web.ts';
import type { OfficeAnswer, OfficeInput, OfficeName, OfficeOutput } from '../../shared/office/contract.ts';
import { officeContract } from '../../shared/office/contract.ts';
import type { Grant } from '../../shared/office/people.ts';
import { office, people, secrets } from './office.ts';

/** The time at the office, which tests set. */
export const officeTime = { now: Date.UTC(2026, 10, 20, 10) };

export function officeApp(
  options: {
    origin?: string;
    page?: string;
    signer?: OrderSigner;
    archive?: ArchiveSink;
    requestMs?: number;
  } = {},
): FastifyInstance {
  const { requestMs } = options;
  const app = createOfficeServer(office.database, { random: () => 0.5, requestMs });
  const pdfs = createPdfMaker();
  app.addHook('onClose', () => pdfs.close());
  const calls = createCalls(office.database, {
    now: () => officeTime.now,
    pdfs,
    secrets,
    signer: options.signer,
    archive: options.archive,
    onError: (error) => console.error(error),
  });
  serveWeb(app, { calls, page: builtPage(options.page ?? office.folder), origin: options.origin });
  return app;
}

/** Simulates a browser with its cookie, and its person once they have accepted their link. */
export function officeBrowser(
  app: FastifyInstance,
  { address = '127.0.0.1', origin = 'http://127.0.0.1:8080' } = {},
) {
  const cookies = new Map<string, string>();
  const cookie = () => cookies.get('khatm_office');
  const send = async (name: string, input: unknown, headers: Record<string, string | undefined> = {}) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/office/call',
      remoteAddress: address,
      headers: {
        host: new URL(origin).host,
        origin,
        'content-type': 'application/json',
        ...(cookies.size > 0 && { cookie: [...cookies.values()].join('; ') }),
        ...headers,
      },
      payload: JSON.stringify({ name, input }),
    });
    for (const set of [reply.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';');
      const [key = ''] = pair.split('=');
      if (set.includes('Max-Age=0;')) cookies.delete(key);
      else cookies.set(key, pair);
    }
    return reply;
  };
  const call = async <N extends OfficeName>(
    name: N,
    input: OfficeInput<N>,
  ): Promise<OfficeAnswer<OfficeOutput<N>>> => {
    const answer = (await send(name, input)).json<OfficeAnswer<OfficeOutput<N>>>();
    // The answer must match the contract that the screens use.
    if (answer.ok) officeContract[name].output.parse(answer.value);
    return answer;
  };
  /** Accepts an invitation as the page does; returns the credentials for later sign-ins. */
  const accept = async (link: string, email: string) => {
    const looked = await call('invitation.look', { link });
    if (!looked.ok) throw new Error(looked.failure.code);
    const secret = fromBase32(looked.value.secret);
    const code = () => totpCode(secret, totpStep(officeTime.now));
    const password = 'a long enough password';
    const accepted = await call('invitation.accept', { link, email, password, code: code() });
    if (!accepted.ok) throw new Error(accepted.failure.code);
    return { email, password, code };
  };
  return { send, call, accept, cookie };
}

export type OfficeBrowser = ReturnType<typeof officeBrowser>;

/** Signs in the first owner of a tenant. */
export async function officeOwner(app: FastifyInstance, tenant: string, email: string) {
  const link = await ownersLink(people(), await tenantNamed(office.database, tenant), officeTime.now);
  if (link === undefined) throw new Error('an owner has joined');
  const owner = officeBrowser(app);
  const keys = await owner.accept(link, email);
  return { ...owner, keys, link };
}

/** Makes the last link of each person an old one, so that two of them count as two. */
export const makeLinksOld = () =>
  office.database.asOwner((client) =>
    client.query("UPDATE person SET invited_at = invited_at - interval '30 days'"),
  );

/** Signs in a person whom the owner invited long ago. */
export async function colleague(
  app: FastifyInstance,
  owner: Pick<OfficeBrowser, 'call'>,
  email: string,
  grant: Partial<Grant>,
) {
  const all: Grant = { role: 'tax', entities: [], branches: [], until: null, ...grant };
  const invited = await owner.call('person.invite', { name: email, ...all });
  if (!invited.ok) throw new Error(invited.failure.code);
  const browser = officeBrowser(app);
  const keys = await browser.accept(invited.value.link, email);
  await makeLinksOld();
  return { ...browser, keys, person: invited.value.person };
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
