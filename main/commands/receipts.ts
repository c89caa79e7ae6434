import type * as z from 'zod';
import type { receipts as contract } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import type { ShopLines } from '../../shared/shop-lines.ts';
import { devicesSetting } from '../devices/device-settings.ts';
import { createPaper, type PaperOptions, printingSetting, shopSetting } from '../devices/paper.ts';
import { printerId, triedPrinterSetting } from '../devices/tried-printer.ts';
import { handOverSetting } from '../gateway/hand-over-setting.ts';
import { authorityProfile } from '../gateway/profile.ts';
import type { AuditLog } from '../ledger/audit-log.ts';
import type { Deeds } from '../ledger/deeds.ts';
import { actorOf } from '../people/actor-of.ts';
import { type AgreementOptions, agreementTo } from '../people/agreement.ts';
import type { Caller } from '../platform/dispatch.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import { checkLogo } from '../receipt/logo.ts';
import { createPrints } from '../receipt/prints.ts';
import type { Receipts } from '../receipt/receipts.ts';
import { testPageHtml } from '../receipt/test-page.ts';

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

  const { printing: kept, printerFor, shop, print, printReceipt } = createPaper(options);

  return {
    'receipt.pdf': async ({ uuid }: Input<'receipt.pdf'>): Promise<Output<'receipt.pdf'>> => {
      const { fileName, bytes } = (await receipts.pdf(uuid, shop())) ?? fail('not-found');
      return { fileName, base64: bytes.toString('base64') };
    },
    'receipt.print': ({ uuid }: Input<'receipt.print'>, caller: Caller): Promise<Output<'receipt.print'>> => {
      const form = receipts.printOf(uuid) ?? fail('not-found');
      const by = form.customer === 'business' ? printerFor('invoices') : kept();
      const approval = prints.isCopy(form) ? agreementTo('reprint', uuid, caller, options) : undefined;
      return prints.print(form, { ...actorOf(caller), approval }, (copy) =>
        printReceipt((paper) => receipts.html(uuid, paper, { shop: shop(), copy }) ?? fail('not-found'), by),
      );
    },
    'receipt.settings': (): Output<'receipt.settings'> => ({
      ...kept(),
      shop: shop(),
      handOver: { rule: settings.read(handOverSetting), sources: authorityProfile.handOver.sources },
      by: printer === undefined ? 'page' : 'terminal',
    }),
    'receipt.setSettings': (
      { shop: lines, handOver, ...chosen }: Input<'receipt.setSettings'>,
      { name }: Caller,
    ): Output<'receipt.setSettings'> => {
      if (lines !== undefined) checkLogo(lines);
      settings.write(printingSetting, chosen);
      if (lines !== undefined) settings.write(shopSetting, lines);
      if (handOver !== undefined) settings.write(handOverSetting, handOver);
      const detail = {
        ...chosen,
        ...(handOver !== undefined && { handOver }),
        ...(lines !== undefined && { shop: withoutLogo(lines) }),
      };
      audit.write({ at: now(), actor: name, action: 'receipts-set', detail });
      return {};
    },
    'receipt.preview': ({ paper, shop: lines }: Input<'receipt.preview'>): Output<'receipt.preview'> => {
      checkLogo(lines);
      return { html: receipts.sample(paper, lines) };
    },
    'receipt.printers': async (): Promise<Output<'receipt.printers'>> => ({
      printers: (await printer?.list()) ?? [],
    }),
    'receipt.printTest': async (by: Input<'receipt.printTest'>): Promise<Output<'receipt.printTest'>> => {
      const { date, time } = riyadhDateTime(now());
      const printed = await print(testPageHtml({ paper: by.paper, at: `${date} ${time}` }), by);
      // If the page itself prints, nothing here knows if that succeeded.
      if (printed.by === 'terminal')
        settings.write(triedPrinterSetting, printerId(settings.read(devicesSetting).printer, by.printer));
      return printed;
    },
  };
}

/** The audit log only records that there is a logo, since pictures would fill it. */
const withoutLogo = ({ logo, ...lines }: ShopLines) => ({ ...lines, hasLogo: logo !== undefined });
