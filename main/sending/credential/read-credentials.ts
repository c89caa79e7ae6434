import type { Ledger } from '../../books/ledger/ledger.ts';
import type { createCredentialSecrets } from './credential-secrets.ts';
import { isKeyMissing } from './pair-secret.ts';
import type { ServingCredentials } from './serving-credentials.ts';

interface ReadCredentialsOptions {
  readonly ledger: Pick<Ledger, 'credentials' | 'changes' | 'chain'>;
  readonly secrets: Pick<ReturnType<typeof createCredentialSecrets>, 'read' | 'endOf'>;
  readonly serving: ServingCredentials;
  /** Called when another credential is in force. */
  readonly onChange: () => void;
}

/** Reads the credentials in use from their rows and the vault, and knows if another process has changed the rows since. */
export function createCredentialReader({ ledger, secrets, serving, onChange }: ReadCredentialsOptions) {
  const { credentials, changes, chain } = ledger;
  const mark = changes.kept('the mark of the credentials', credentials.mark, credentials.mark);
  /** The mark of the rows in memory; undefined before the first reading. */
  let loaded: string | undefined;

  const isUpToDate = () => loaded === undefined || loaded === mark();

  async function readReplaced() {
    const replaced = [];
    for (const credential of credentials.kept())
      if ((await secrets.endOf(credential)) === undefined) replaced.push(await secrets.read(credential));
    return replaced;
  }

  /** Reads the rows and the vault. @throws FailureError `vault-unavailable`, `vault-locked` */
  async function load(): Promise<void> {
    const read = mark();
    const idBefore = serving.inForce()?.credential.id;
    try {
      const current = credentials.current('production');
      const newest = current && (await secrets.read(current));
      serving.replaced = await readReplaced();
      serving.newest = newest;
    } catch (error) {
      // Another process has destroyed one of them meanwhile.
      if (isKeyMissing(error) && read !== mark()) return load();
      throw error;
    }
    loaded = read;
    if (serving.inForce()?.credential.id !== idBefore) onChange();
  }

  return {
    load,
    isUpToDate,
    /** Makes a change of the rows that is made in memory, too. */
    change(work: () => void): void {
      chain.exclusively(() => {
        const wasUpToDate = isUpToDate();
        work();
        if (wasUpToDate && loaded !== undefined) loaded = mark();
      });
    },
  };
}
