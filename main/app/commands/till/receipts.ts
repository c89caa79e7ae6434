import { fail } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { fileAnswer } from '../../../base/platform/files/named-file.ts';
import type { Settings } from '../../../base/platform/settings.ts';
import { withSoundLogo } from '../../../document/paper/logo.ts';
import { handOverRule } from '../../../gateway/hand-over-setting.ts';
import { authorityProfile } from '../../../gateway/profile.ts';
import { createDocumentPrinter } from '../../../till/devices/print-document.ts';
import { setReceipts } from '../../../till/devices/set-receipts.ts';
import { createTestPages } from '../../../till/devices/test-pages.ts';
import type { TillDevices } from '../../../till/devices/till-devices.ts';
import type { OpenEnvironment } from '../../environment/environment.ts';
import type { CommandContext, CommandTill } from '../context.ts';

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
    'receipt.pdf': async ({ uuid }) => fileAnswer((await receipts.pdf(uuid, shop())) ?? fail('not-found')),
    'receipt.print': printDocument,
    'receipt.settings': () => ({
      ...kept(),
      shop: shop(),
      handOver: { rule: handOverRule(settings), sources: authorityProfile.handOver.sources },
      by: devices.printer === undefined ? 'page' : 'terminal',
    }),
    'receipt.setSettings': (chosen, { name }) => {
      const detail = setReceipts(chosen, settings);
      ledger.audit.write({ at: now(), actor: name, action: 'receipts-set', detail });
    },
    'receipt.preview': ({ paper: size, shop: lines }) => {
      const sound = withSoundLogo(lines);
      return { html: receipts.sample(size, sound) };
    },
    'receipt.printers': async () => ({ printers: (await devices.printer?.list()) ?? [] }),
    'receipt.printTest': (by) => testPages.onReceipts(by, paper),
  } satisfies HandlersOf<'receipt.'>;
}
