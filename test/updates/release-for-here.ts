import { ownForms } from '../../main/terminal/terminal-updates.ts';
import { manifestOf, packageOf, publishRelease } from './release.ts';

const formFrom = (now: number) => ({ reads: [1, now + 1] as [number, number], writes: now + 1 });

/** Publishes a next version for this machine, today, which goes on with the databases of the version here. */
export function publishForHere(folder: string, content = packageOf('0.2.0')): void {
  const day = 24 * 3_600_000;
  const { platform, arch } = process;
  publishRelease(folder, {
    content,
    notBefore: new Date(Date.now() - day).toISOString(),
    expires: new Date(Date.now() + day).toISOString(),
    forms: {
      ledger: formFrom(ownForms.ledger),
      terminal: formFrom(ownForms.terminal),
      catalogue: formFrom(ownForms.catalogue),
      integration: formFrom(ownForms.integration),
    },
    files: manifestOf(content).files.map((file) => ({
      ...file,
      platform: platform as 'linux',
      arch: arch as 'x64',
    })),
  });
}
