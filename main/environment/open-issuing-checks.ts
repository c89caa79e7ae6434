import type { Failure } from '../../shared/failure.ts';
import { headMarkerOf } from '../ledger/head-marker.ts';
import { createDamageNote } from './damage-note.ts';
import { createDamageWatch, type DamageWatch } from './damage-watch.ts';
import type { EnvironmentBase } from './environment-base.ts';
import { createIssuingGuard } from './issuing-guard.ts';
import { createIssuingStop, type IssuingStop } from './issuing-stop.ts';
import { createKnownTime, type KnownTime } from './known-time.ts';
import { ledgerAlarms } from './ledger-alarms.ts';
import { createNewerProgram } from './newer-program.ts';
import type { FleetParts } from './open-fleet.ts';
import type { GatewayParts } from './open-gateway.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { createRollbackGuard, type RollbackGuard } from './rollback-guard.ts';

/** The checks that may refuse to issue a document. */
export interface IssuingChecks {
  readonly readiness: Readiness;
  readonly knownTime: KnownTime;
  readonly rollbackGuard: RollbackGuard;
  readonly issuingStop: IssuingStop;
  readonly damage: DamageWatch;
  /** Returns the reason why the environment cannot sell; undefined while it can, or before that is known. */
  unready(): Failure | undefined;
  /**
   * Refuses while no document may be issued.
   * @throws FailureError
   */
  check(): void;
}

/** The number of milliseconds until training is onboarded again by itself. */
const onboardAgainAfter = 5_000;

export function openIssuingChecks(
  base: EnvironmentBase,
  { gateway }: GatewayParts,
  { membership }: FleetParts,
): IssuingChecks {
  const { options, context, resources, services, emit } = base;
  const { clock, ledger, report } = context;
  const isTraining = resources.sandbox !== undefined;
  const onRefusal = () => emit('credential-changed', 'health-changed');

  const readiness = createReadiness({
    failureOf: report('getting ready'),
    clock,
    // Training sets itself up; a person sets up the other environments.
    againAfter: isTraining ? onboardAgainAfter : undefined,
    onFailure: onRefusal,
  });
  const knownTime = services.add('clock', createKnownTime(context), 'ready');
  const rollbackGuard = services.add(
    'rollback guard',
    createRollbackGuard({
      ledger,
      vault: context.secrets,
      // Training folders may be copied, so their place is not checked.
      home: isTraining ? undefined : { folder: context.folder, stateFolder: options.stateFolder },
      markerFile: headMarkerOf(resources.ledgerFile),
      office: membership,
      clock,
      onChange: () => emit('health-changed'),
    }),
  );
  const issuingStop = createIssuingStop({ ...context, onChange: onRefusal });
  const damage = services.add(
    'damage',
    createDamageWatch({
      ledger,
      note: createDamageNote(ledger, options.broken === undefined ? resources.ledgerFile : undefined),
      clock,
      onChange: onRefusal,
      onError: report('checking the ledger'),
    }),
    'ready',
  );
  const newerProgram = services.add(
    'newer program',
    createNewerProgram({ ledger, clock, onFound: onRefusal, onError: report('looking for a newer program') }),
    'ready',
  );
  const unready = () =>
    options.broken ??
    damage.failure() ??
    newerProgram.failure() ??
    readiness.failure ??
    issuingStop.failure() ??
    membership.stopped();
  services.add('ledger-alarms', { alarms: () => ledgerAlarms(unready()) });
  const check = createIssuingGuard({
    damage,
    newerProgram,
    issuingStop,
    membership,
    rollbackGuard,
    readiness,
    knownTime,
    gateway,
  });
  return { readiness, knownTime, rollbackGuard, issuingStop, damage, unready, check };
}
