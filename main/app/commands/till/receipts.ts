import type * as z from 'zod';
import type { receipts as contract } from '../../../../shared/contract/till/receipts.ts';
import { fail } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Caller } from '../../../base/platform/dispatch.ts';
import { fileAnswer } from '../../../base/platform/files/named-file.ts';
import type { Settings } from '../../../base/platform/settings.ts';
import { checkLogo } from '../../../document/paper/logo.ts';
import { handOverSetting } from '../../../gateway/hand-over-setting.ts';
import { authorityProfile } from '../../../gateway/profile.ts';
import { createDocumentPrinter } from '../../../till/devices/print-document.ts';
import { setReceipts } from '../../../till/devices/set-receipts.ts';
import { createTestPages } from '../../../till/devices/test-pages.ts';
import type { TillDevices } from '../../../till/devices/till-devices.ts';
import type { OpenEnvironment } from '../../environment/environment.ts';
import type { CommandContext, CommandTill } from '../context.ts';

type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]['input']>;
type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]['output']>;

export function receiptCommands({
  environment: { ledger, receipts },
  terminal: { settings, clock, devices },
  till: { agreements, paper },
}: CommandContext<
  Pick<OpenEnvironment, 'ledger' | 'receipts'>,
  {
    readonly settings: Settings;
    readonly clock: Pick<Clock, 'now'>;
    readonly devices: Pick<TillDevices, 'printer'>;
  },
  Pick<CommandTill, 'agreements' | 'paper'>
>) {
  const { printing: kept, shop } = paper;
  const now = () => clock.now();
  const { approvals, limits } = agreements;
  const printDocument = createDocumentPrinter({
    receipts,
    tillActions: ledger.tillActions,
    paper,
    approvals,
    limits,
    now,
  });
  const testPages = createTestPages({ settings, clock });

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
      by: devices.printer === undefined ? 'page' : 'terminal',
    }),
    'receipt.setSettings': (
      chosen: Input<'receipt.setSettings'>,
      { name }: Caller,
    ): Output<'receipt.setSettings'> => {
      const detail = setReceipts(chosen, settings);
      ledger.audit.write({ at: now(), actor: name, action: 'receipts-set', detail });
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
      printers: (await devices.printer?.list()) ?? [],
    }),
    'receipt.printTest': (by: Input<'receipt.printTest'>): Promise<Output<'receipt.printTest'>> =>
      testPages.onReceipts(by, paper),
  };
}
