import { printingSetting } from '../devices/paper.ts';
import { bundleFileIn, writeBundle } from '../diagnosis/bundle.ts';
import { type DiagnosisOptions, diagnose } from '../diagnosis/diagnose.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import type { Settings } from '../platform/settings.ts';
import type { ReceiptPrinter } from '../receipt/printer.ts';

/** The facts of the terminal that a diagnosis of any environment needs. */
export interface DiagnosisCommandsOptions
  extends Pick<DiagnosisOptions, 'folder' | 'version' | 'policy' | 'safeMode' | 'resolveProxy'> {
  readonly logFolder: string;
  /** The system's printers; omitted if there is no window to ask. */
  readonly printer: Pick<ReceiptPrinter, 'list'> | undefined;
}

/** The commands that diagnose this terminal, and write the result down for support. */
export function diagnosisCommands(
  { environment, vault, ledger }: Pick<OpenEnvironment, 'environment' | 'vault' | 'ledger'>,
  options: DiagnosisCommandsOptions,
  { clock, settings }: { clock: Clock; settings: Settings },
): HandlersOf<'diagnosis.'> {
  const { printer: system, ...terminal } = options;
  const facts = () => ({
    ...terminal,
    environment,
    clock,
    settings,
    vault,
    printer: settings.read(printingSetting).printer,
    printers: system && (async () => (await system.list()).map(({ name }) => name)),
  });

  return {
    'diagnosis.run': () => diagnose(facts()),
    'diagnosis.bundle': async ({ folder }, { name }) => {
      const file = bundleFileIn(folder, clock.now());
      const bytes = await writeBundle(file, facts());
      ledger.audit.write({ at: clock.now(), actor: name, action: 'bundle-written', detail: { file } });
      return { file, bytes };
    },
  };
}
