import type * as z from 'zod';
import type { receipts as contract } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import { createPaper, type PaperOptions } from '../devices/paper.ts';
import { createDocumentPrinter } from '../devices/print-document.ts';
import { setReceipts } from '../devices/set-receipts.ts';
import { createTestPages } from '../devices/test-pages.ts';
import { handOverSetting } from '../gateway/hand-over-setting.ts';
import { authorityProfile } from '../gateway/profile.ts';
import type { AuditLog } from '../ledger/audit-log.ts';
import type { Deeds } from '../ledger/deeds.ts';
import type { AgreementOptions } from '../people/agreement.ts';
import type { Caller } from '../platform/dispatch.ts';
import { fileAnswer } from '../platform/named-file.ts';
import { checkLogo } from '../receipt/logo.ts';
import type { Receipts } from '../receipt/receipts.ts';

export interface ReceiptCommandsOptions extends AgreementOptions, PaperOptions {
  readonly receipts: Receipts;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly deeds: Pick<Deeds, 'write' | 'prints'>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]['input']>;
type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]['output']>;

/** The commands about the customer's receipt. */
export function receiptCommands(options: ReceiptCommandsOptions) {
  const { receipts, settings, printer, audit, now } = options;
  const paper = createPaper(options);
  const { printing: kept, shop } = paper;
  const printDocument = createDocumentPrinter({ ...options, paper });
  const testPages = createTestPages({ settings, clock: { now } });

  return {
    'receipt.pdf': async ({ uuid }: Input<'receipt.pdf'>): Promise<Output<'receipt.pdf'>> => {
      const file = (await receipts.pdf(uuid, shop())) ?? fail('not-found');
      return fileAnswer(file);
    },
    'receipt.print': ({ uuid }: Input<'receipt.print'>, caller: Caller): Promise<Output<'receipt.print'>> =>
      printDocument(uuid, caller),
    'receipt.settings': (): Output<'receipt.settings'> => ({
      ...kept(),
      shop: shop(),
      handOver: { rule: settings.read(handOverSetting), sources: authorityProfile.handOver.sources },
      by: printer === undefined ? 'page' : 'terminal',
    }),
    'receipt.setSettings': (
      chosen: Input<'receipt.setSettings'>,
      { name }: Caller,
    ): Output<'receipt.setSettings'> => {
      const detail = setReceipts(chosen, settings);
      audit.write({ at: now(), actor: name, action: 'receipts-set', detail });
      return {};
    },
    'receipt.preview': ({
      paper: size,
      shop: lines,
    }: Input<'receipt.preview'>): Output<'receipt.preview'> => {
      checkLogo(lines);
      return { html: receipts.sample(size, lines) };
    },
    'receipt.printers': async (): Promise<Output<'receipt.printers'>> => ({
      printers: (await printer?.list()) ?? [],
    }),
    'receipt.printTest': (by: Input<'receipt.printTest'>): Promise<Output<'receipt.printTest'>> =>
      testPages.onReceipts(by, paper),
  };
}
