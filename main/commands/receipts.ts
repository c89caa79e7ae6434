import type * as z from 'zod';
import type { receipts as contract } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import { createPaper, type PaperOptions } from '../devices/paper.ts';
import { setReceipts } from '../devices/set-receipts.ts';
import { createTestPages } from '../devices/test-pages.ts';
import { handOverSetting } from '../gateway/hand-over-setting.ts';
import { authorityProfile } from '../gateway/profile.ts';
import type { AuditLog } from '../ledger/audit-log.ts';
import type { Deeds } from '../ledger/deeds.ts';
import { actorOf } from '../people/actor-of.ts';
import { type AgreementOptions, agreementTo } from '../people/agreement.ts';
import type { Caller } from '../platform/dispatch.ts';
import { fileAnswer } from '../platform/named-file.ts';
import { checkLogo } from '../receipt/logo.ts';
import { createPrints } from '../receipt/prints.ts';
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
  const { receipts, settings, printer, audit, deeds, now } = options;
  const prints = createPrints(deeds, now);

  const paper = createPaper(options);
  const { printing: kept, printerFor, shop, printReceipt } = paper;
  const testPages = createTestPages({ settings, clock: { now } });

  return {
    'receipt.pdf': async ({ uuid }: Input<'receipt.pdf'>): Promise<Output<'receipt.pdf'>> => {
      const file = (await receipts.pdf(uuid, shop())) ?? fail('not-found');
      return fileAnswer(file);
    },
    'receipt.print': ({ uuid }: Input<'receipt.print'>, caller: Caller): Promise<Output<'receipt.print'>> => {
      const form = receipts.printOf(uuid) ?? fail('not-found');
      const by = form.customer === 'business' ? printerFor('invoices') : kept();
      const approval = prints.isCopy(form) ? agreementTo('reprint', uuid, caller, options) : undefined;
      return prints.print(form, { ...actorOf(caller), approval }, (copy) =>
        printReceipt((size) => receipts.html(uuid, size, { shop: shop(), copy }) ?? fail('not-found'), by),
      );
    },
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
