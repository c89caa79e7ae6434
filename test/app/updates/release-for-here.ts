import { ownSchemas } from '../../../main/app/terminal/terminal-updates.ts';
import { manifestOf, packageOf, publishRelease } from './release.ts';

const schemasFrom = (now: number) => ({ reads: [1, now + 1] as [number, number], writes: now + 1 });

/** Publishes a next version for this machine with today's date. It can use the databases of this version. */
export function publishForHere(folder: string, content = packageOf('0.2.0')): void {
  const day = 24 * 3_600_000;
  const { platform, arch } = process;
  publishRelease(folder, {
    content,
    notBefore: new Date(Date.now() - day).toISOString(),
    expires: new Date(Date.now() + day).toISOString(),
    forms: {
      ledger: schemasFrom(ownSchemas.ledger),
      terminal: schemasFrom(ownSchemas.terminal),
      catalogue: schemasFrom(ownSchemas.catalogue),
      integration: schemasFrom(ownSchemas.integration),
    },
    files: manifestOf(content).files.map((file) => ({
      ...file,
      platform: platform as 'linux',
      arch: arch as 'x64',
    })),
  });
}
