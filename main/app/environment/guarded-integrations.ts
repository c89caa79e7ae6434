import path from 'node:path';
import type { Alarm } from '../../../shared/alarm.ts';
import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import { moveFileSync } from '../../base/platform/files/move-file.ts';
import { isOwnThere } from '../../base/platform/files/own-files.ts';
import {
  type Integrations,
  type IntegrationsOptions,
  integrationFile,
  openIntegrations,
} from './integrations.ts';

/*
 * Integrations whose failure does not keep the shop from selling: when integration.db cannot be opened, the environment
 * opens without them. Each of their commands reports the reason, and a manager can begin with a new file; the broken
 * one is kept.
 */

/**
 * Never fails: every command, and an alarm, gives the reason why they are not open.
 * @param options `isResting` is true in safe mode, which raises its own alarm
 */
export function openGuardedIntegrations(options: IntegrationsOptions & { readonly isResting?: boolean }) {
  const { isResting = false } = options;
  const { folder, clock, isLeader, events, onError } = options;
  const { audit } = options.ledger;
  let open: Integrations | undefined;
  let failure: Failure | undefined;
  let started = false;

  function tryToOpen(): void {
    if (isResting) {
      failure = { code: 'safe-mode' };
      return;
    }
    try {
      open = openIntegrations(options);
      failure = undefined;
    } catch (error) {
      failure = failureOf(error);
      onError(error);
    }
  }

  /** Returns the open integrations. @throws FailureError why they are not open */
  const opened = (): Integrations => open ?? refuse(failure);

  tryToOpen();
  return {
    opened,
    /** Ends a person's approvals; integrations that are not open let nobody in, and look at the person once they are. */
    endApprovalsOf: (person: string, actor: string) => open?.api.oauth.grants.endOf(person, actor),
    /**
     * Opens integrations that could not be opened, after setting a broken file aside; does nothing when they are open.
     * @returns the name of the file that was set aside
     * @throws FailureError `terminal-busy` when another program leads, or why they still cannot be opened
     */
    async reopen(actor: string) {
      if (open !== undefined) return undefined;
      if (isResting) fail('safe-mode');
      if (!isLeader()) fail('terminal-busy');
      const setAside =
        failure?.code === 'integrations-broken' ? setFileAside(folder, clock.now()) : undefined;
      tryToOpen();
      audit.write({ at: clock.now(), actor, action: 'integration.reopen', detail: { setAside } });
      events.emit({ type: 'health-changed' });
      const integrations = opened();
      if (started) await integrations.start();
      return setAside;
    },
    async start() {
      started = true;
      await open?.start();
    },
    invoiceChanged: (uuid: string) => open?.invoiceChanged(uuid),
    credentialIssued: (serial: string, at: number) => open?.credentialIssued(serial, at),
    alarmed: (alarm: Alarm, at: number) => open?.alarmed(alarm, at),
    alarms(now: number): Alarm[] {
      if (open !== undefined) return open.alarms(now);
      if (isResting) return [];
      const why = failure?.code === 'integrations-broken' ? 'broken' : 'closed';
      return [{ kind: 'integrations', level: 'red', why }];
    },
    stop: async () => open?.stop(),
  };
}

function refuse(failure: Failure | undefined): never {
  throw new FailureError(failure ?? { code: 'internal' });
}

/** The usual words for a broken ledger would be alarming and wrong: no invoice is affected. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof FailureError)) return { code: 'internal' };
  const { failure } = error;
  return failure.code === 'ledger-broken' ? { ...failure, code: 'integrations-broken' } : failure;
}

/** Sets the file and its log aside for support, where no program opens them. @returns the new name */
function setFileAside(folder: string, now: number): string {
  const file = path.join(folder, integrationFile);
  const aside = `integration-broken-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.db`;
  for (const ending of ['-wal', '-shm', ''])
    if (isOwnThere(file + ending)) moveFileSync(file + ending, path.join(folder, aside + ending));
  return aside;
}
