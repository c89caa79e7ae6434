import type { PdfMaker } from '../../../receipt/pdf-maker.ts';
import type { ArchiveSink } from '../archive/sink.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { NoticeRoutes } from '../notices/recipients.ts';
import type { OrderSigner } from '../orders/order-key.ts';
import type { SignedIn } from '../people/sessions.ts';

/** A request of a browser, with the facts that are known before any of it is trusted. */
export interface Visit {
  /** The token of the session, from its cookie. */
  readonly token: string | undefined;
  readonly address: string;
  /** The mark that the browser was given at its first call. */
  readonly browser?: string | undefined;
}

/** The things that a handler uses. */
export interface CallContext {
  readonly database: OfficeDatabase;
  readonly pdfs: PdfMaker;
  /** Signs orders; absent if this process has no key. */
  readonly signer?: OrderSigner | undefined;
  readonly notices: Pick<NoticeRoutes, 'canMail' | 'plainToLoopback'>;
  /** The place for archives, if there is one. */
  readonly archive?: ArchiveSink | undefined;
  /** True for a demonstration: nothing is real and nothing is stored. */
  readonly isDemo: boolean;
  readonly now: number;
  readonly visit: Visit;
  /** The signed-in person, if there is one. */
  readonly by: SignedIn | undefined;
  /** Changes the browser's session: a new token, or none. */
  setToken(token: string | null): void;
}
