import { FailureError, parseOrFail } from '../../../shared/failure.ts';
import {
  isOfficeName,
  type OfficeAnswer,
  type OfficeName,
  type OfficeParsed,
  officeCommandOf,
} from '../../../shared/office/contract.ts';
import { OfficeError, type OfficeFailure, refuse } from '../../../shared/office/failure.ts';
import type { PdfMaker } from '../../document/paper/pdf-maker.ts';
import { type ArchiveSink, PlaceError } from '../archive/sink.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { NoticeRoutes } from '../notices/recipients.ts';
import type { OrderSigner } from '../orders/order-key.ts';
import type { PeopleSecrets } from '../people/secrets.ts';
import { signedInBy } from '../people/sessions.ts';
import type { CallContext, Visit } from './call-context.ts';
import { createFairQueue } from './fair-queue.ts';
import { handlers } from './handlers.ts';

export interface Answered {
  /** True when somebody is signed in with the session of the visit. */
  readonly isSignedIn?: boolean;
  readonly answer: OfficeAnswer<unknown>;
  readonly token?: string | null;
}

export type Calls = (name: unknown, input: unknown, visit: Visit) => Promise<Answered>;

/** The only path from the web to a handler: checks name, session and role, parses the input. Never rejects. */
export function createCalls(
  database: OfficeDatabase,
  {
    now,
    pdfs,
    secrets,
    signer,
    notices = { canMail: false, plainToLoopback: false },
    isDemo = false,
    archive,
    onError,
  }: {
    now: () => number;
    pdfs: PdfMaker;
    secrets: PeopleSecrets;
    signer?: OrderSigner | undefined;
    notices?: Pick<NoticeRoutes, 'canMail' | 'plainToLoopback'> | undefined;
    isDemo?: boolean;
    archive?: ArchiveSink | undefined;
    onError(error: unknown): void;
  },
): Calls {
  const pdfQueue = createFairQueue();
  return async (name, input, visit) => {
    let token: string | null | undefined;
    try {
      if (!isOfficeName(name)) return { answer: { ok: false, failure: { code: 'not-found' } } };
      const at = now();
      const by =
        visit.token === undefined ? undefined : await signedInBy({ database, secrets }, visit.token, at);
      const setToken = (next: string | null) => {
        token = next;
      };
      const means = { database, secrets, pdfs, pdfQueue, signer, notices, isDemo, archive };
      const value = await run(name, input, { ...means, now: at, visit, by, setToken });
      const isSignedIn = by !== undefined;
      return { answer: { ok: true, value }, isSignedIn, ...(token !== undefined && { token }) };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'internal' || failure.code === 'archive-place') onError(error);
      return { answer: { ok: false, failure }, ...(failure.code === 'signed-out' && { token: null }) };
    }
  };
}

async function run<N extends OfficeName>(name: N, input: unknown, context: CallContext): Promise<unknown> {
  const { roles, input: schema } = officeCommandOf(name);
  if (roles !== 'anybody') {
    if (context.by === undefined) return refuse('signed-out');
    if (!roles.includes(context.by.role)) return refuse('not-allowed');
  }
  return handlers[name](parseOrFail(schema, input) as OfficeParsed<N>, context);
}

/** Returns an error as a value. The messages of the shared parser about wrong input are kept. */
function failureOf(error: unknown): OfficeFailure {
  if (error instanceof OfficeError) return error.failure;
  if (error instanceof FailureError) {
    const { code, issues } = error.failure;
    if (code === 'bad-input') return { code, issues };
    if (code === 'not-found' || code === 'not-allowed') return { code };
  }
  return { code: error instanceof PlaceError ? 'archive-place' : 'internal' };
}
