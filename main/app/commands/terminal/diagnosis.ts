import { printingSetting } from '../../../../shared/stored/settings/terminal.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { bundleFileIn, writeBundle } from '../../diagnosis/bundle.ts';
import { diagnose } from '../../diagnosis/diagnose.ts';
import type { CommandContext } from '../context.ts';

export function diagnosisCommands({
  environment: { environment, vault, ledger },
  terminal,
}: CommandContext): HandlersOf<'diagnosis.'> {
  const { clock, settings, printer: system } = terminal;
  const facts = () => ({
    folder: terminal.folder,
    logFolder: terminal.logFolder,
    version: terminal.version,
    policy: terminal.policy,
    safeMode: terminal.safeMode,
    resolveProxy: terminal.resolveProxy,
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
      const written = await writeBundle(file, facts());
      ledger.audit.write({ at: clock.now(), actor: name, action: 'bundle-written', detail: { file } });
      return { file, ...written };
    },
  };
}
