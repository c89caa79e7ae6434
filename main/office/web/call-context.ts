import type { OfficeName, OfficeOutput, OfficeParsed } from '../../../shared/office/contract.ts';
import type { PdfMaker } from '../../document/paper/pdf-maker.ts';
import type { ArchiveSink } from '../archive/sink.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { NoticeRoutes } from '../notices/recipients.ts';
import type { OrderSigner } from '../orders/order-key.ts';
import type { PeopleSecrets } from '../people/secrets.ts';
import type { SignedIn } from '../people/sessions.ts';
import type { createFairQueue } from './fair-queue.ts';

export interface Visit {
  /** The token of the session, from its cookie. */
  readonly token: string | undefined;
  readonly address: string;
  /** The mark that the browser was given at its first call. */
  readonly browser?: string | undefined;
}

export interface CallContext {
  readonly database: OfficeDatabase;
  readonly secrets: PeopleSecrets;
  readonly pdfs: PdfMaker;
  /** Makes PDFs with `pdfs`, for one person after the other. */
  readonly pdfQueue: ReturnType<typeof createFairQueue>;
  /** Signs orders; absent if this process has no key. */
  readonly signer?: OrderSigner | undefined;
  readonly notices: Pick<NoticeRoutes, 'canMail' | 'plainToLoopback'>;
  readonly archive?: ArchiveSink | undefined;
  /** True for a demonstration: nothing is real and nothing is stored. */
  readonly isDemo: boolean;
  readonly now: number;
  readonly visit: Visit;
  readonly by: SignedIn | undefined;
  setToken(token: string | null): void;
}

export type Handlers<Names extends OfficeName = OfficeName> = {
  readonly [N in Names]: (
    input: OfficeParsed<N>,
    context: CallContext,
  ) => OfficeOutput<N> | Promise<OfficeOutput<N>>;
};
