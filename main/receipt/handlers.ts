import * as z from 'zod';
import type { receipts as contract } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import type { AuditLog } from '../ledger/audit-log.ts';
import type { Settings } from '../ledger/settings.ts';
import type { ReceiptPrinter } from './printer.ts';
import type { Receipts } from './receipts.ts';

export interface ReceiptHandlersOptions {
  readonly receipts: Receipts;
  /** Of this machine, whichever environment is on the screen. */
  readonly settings: Settings;
  /** Left out where the door has no printers: then whoever asked prints the page. */
  readonly printer?: ReceiptPrinter | undefined;
  readonly audit: Pick<AuditLog, 'write'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]['input']>;
type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]['output']>;

const settingsKey = 'receipts';
const keptSchema = z.object({ autoPrint: z.boolean(), printer: z.string().optional() });

/** The commands of what a customer is handed. */
export function createReceiptHandlers(options: ReceiptHandlersOptions) {
  const { receipts, settings, printer, audit, now } = options;

  function kept(): z.output<typeof keptSchema> {
    const value = settings.get(settingsKey);
    return value === undefined ? { autoPrint: false } : keptSchema.parse(value);
  }

  return {
    'receipt.pdf': async ({ uuid }: Input<'receipt.pdf'>): Promise<Output<'receipt.pdf'>> => {
      const { fileName, bytes } = (await receipts.pdf(uuid)) ?? fail('not-found');
      return { fileName, base64: bytes.toString('base64') };
    },
    'receipt.print': async ({ uuid }: Input<'receipt.print'>): Promise<Output<'receipt.print'>> => {
      const html = receipts.html(uuid) ?? fail('not-found');
      if (printer === undefined) return { by: 'page', html };
      await printer.print(html, kept().printer);
      return { by: 'terminal' };
    },
    'receipt.settings': async (): Promise<Output<'receipt.settings'>> => ({
      ...kept(),
      printers: (await printer?.list()) ?? [],
    }),
    'receipt.setSettings': (
      chosen: Input<'receipt.setSettings'>,
      { name }: { name: string },
    ): Output<'receipt.setSettings'> => {
      settings.set(settingsKey, chosen);
      audit.write({ at: now(), actor: name, action: 'receipts-set', detail: chosen });
      return {};
    },
  };
}
