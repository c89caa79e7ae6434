import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { exchange } from '../../shared/contract/exchange.ts';
import { integration } from '../../shared/contract/integration.ts';
import { webhooks } from '../../shared/contract/webhooks.ts';
import { type Failure, FailureError, fail } from '../../shared/failure.ts';
import type { HandlersOf } from '../commands.ts';
import { withFailures } from '../ledger/database.ts';
import {
  type Integrations,
  type IntegrationsOptions,
  integrationFile,
  openIntegrations,
} from './integrations.ts';

/*
 * An integration.db that cannot be opened must not keep the shop from selling: the environment opens without its
 * integrations, every command of theirs says why, and a manager decides that they begin anew. The broken file is kept.
 */

export interface GuardedIntegrationsOptions extends IntegrationsOptions {
  /** No other process leads this folder: only the leading one sets a file aside. */
  readonly isLead: () => boolean;
  /** Its alarms may be others than before. */
  readonly onAlarmsChange: () => void;
}

export interface GuardedIntegrations extends Omit<Integrations, 'handlers'> {
  readonly handlers: Integrations['handlers'] & HandlersOf<'integration.reopen'>;
}

/** They begin work that goes on by itself, and two programs of one folder would both do it. */
const leadAlone: readonly string[] = [
  'integration.api.set',
  'integration.api.certificate',
  'integration.dropFolder.set',
];

/** Never fails: what stands in the way is told by every command, and by an alarm. */
export function openGuardedIntegrations(options: GuardedIntegrationsOptions): GuardedIntegrations {
  const { folder, clock, isLead, onAlarmsChange, onError } = options;
  const { audit } = options.ledger;
  let open: Integrations | undefined;
  let failure: Failure | undefined;
  let started = false;

  function tryToOpen(): void {
    try {
      open = withFailures(() => openIntegrations(options));
      failure = undefined;
    } catch (error) {
      failure = failureOf(error);
      onError(error);
    }
  }

  const whatIsOpen = (): Integrations => open ?? refuse(failure);

  const names = Object.keys({
    ...integration,
    ...webhooks,
    ...exchange,
  }) as (keyof Integrations['handlers'])[];
  const passedOn = Object.fromEntries(
    names.map((name) => [
      name,
      (input: never, caller: never) => {
        if (!isLead() && leadAlone.includes(name)) fail('terminal-busy');
        // Asked for at each call: what was closed when the environment began may be open by then.
        return whatIsOpen().handlers[name](input, caller);
      },
    ]),
  ) as unknown as Integrations['handlers'];

  tryToOpen();
  return {
    handlers: {
      ...passedOn,
      async 'integration.reopen'(_, { name }) {
        if (open !== undefined) return {};
        if (!isLead()) fail('terminal-busy');
        const setAside =
          failure?.code === 'integrations-broken' ? setFileAside(folder, clock.now()) : undefined;
        tryToOpen();
        audit.write({ at: clock.now(), actor: name, action: 'integration.reopen', detail: { setAside } });
        onAlarmsChange();
        const integrations = whatIsOpen();
        if (started) await integrations.start();
        return setAside === undefined ? {} : { setAside };
      },
    },
    async start() {
      started = true;
      await open?.start();
    },
    invoiceChanged: (uuid) => open?.invoiceChanged(uuid),
    credentialIssued: (serial, at) => open?.credentialIssued(serial, at),
    alarmed: (alarm, at) => open?.alarmed(alarm, at),
    alarms(now) {
      if (open !== undefined) return open.alarms(now);
      const why = failure?.code === 'integrations-broken' ? 'broken' : 'closed';
      return [{ kind: 'integrations', level: 'red', why }];
    },
    stop: async () => open?.stop(),
  };
}

function refuse(failure: Failure | undefined): never {
  throw new FailureError(failure ?? { code: 'internal' });
}

/** The words of a broken ledger would frighten: no invoice is concerned. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof FailureError)) return { code: 'internal' };
  const { failure } = error;
  return failure.code === 'ledger-broken' ? { ...failure, code: 'integrations-broken' } : failure;
}

/**
 * Gives the file and its log another name, under which nothing opens it: support may read it, or put it back.
 * @returns the new name
 */
function setFileAside(folder: string, now: number): string {
  const file = path.join(folder, integrationFile);
  const aside = `integration-broken-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.db`;
  for (const ending of ['-wal', '-shm', ''])
    if (existsSync(file + ending)) renameSync(file + ending, path.join(folder, aside + ending));
  return aside;
}
