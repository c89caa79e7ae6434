import type { Failure } from '../../../../shared/failure.ts';
import { headMarkerOf } from '../../../books/ledger/witness/head-marker.ts';
import type { EnvironmentContext } from '../context.ts';
import { createDamageNote } from '../guards/damage-note.ts';
import { createDamageWatch } from '../guards/damage-watch.ts';
import { createIssuingGuard } from '../guards/issuing-guard.ts';
import { createIssuingStop } from '../guards/issuing-stop.ts';
import { createKnownTime } from '../guards/known-time.ts';
import { ledgerAlarms } from '../guards/ledger-alarms.ts';
import { createNewerProgram } from '../guards/newer-program.ts';
import { createReadiness } from '../guards/readiness.ts';
import { createReplacedFile } from '../guards/replaced-file.ts';
import { createRollbackGuard } from '../guards/rollback-guard.ts';
import type { GatewayParts } from './open-gateway.ts';
import type { OfficeLinkParts } from './open-office-link.ts';

export type IssuingChecks = ReturnType<typeof openIssuingChecks>;

/** The number of milliseconds until training is onboarded again by itself. */
const onboardAgainAfter = 5_000;

export function openIssuingChecks(
  context: EnvironmentContext,
  { gateway }: GatewayParts,
  { membership }: OfficeLinkParts,
) {
  const { options, clock, folder, ledger, ledgerFile, profile, services, emit, report } = context;
  const isTraining = context.sandbox !== undefined;
  const onRefusal = () => emit('credential-changed', 'health-changed');

  const readiness = createReadiness({
    failureOf: report('getting ready'),
    clock,
    // Training sets itself up; a person sets up the other environments.
    againAfter: isTraining ? onboardAgainAfter : undefined,
    onFailure: onRefusal,
  });
  const knownTime = services.add('clock', createKnownTime({ ledger, clock }), 'ready');
  const rollbackGuard = services.add(
    'rollback guard',
    createRollbackGuard({
      ledger,
      vault: context.secrets,
      // Training folders may be copied, so their place is not checked.
      home: isTraining ? undefined : { folder: context.folder, stateFolder: options.stateFolder },
      markerFile: headMarkerOf(ledgerFile),
      office: membership,
      clock,
      onChange: () => emit('health-changed'),
    }),
  );
  const issuingStop = createIssuingStop({ ledger, profile, clock, onChange: onRefusal });
  const damage = services.add(
    'damage',
    createDamageWatch({
      ledger,
      note: createDamageNote(ledger, options.broken === undefined ? ledgerFile : undefined),
      clock,
      onChange: onRefusal,
      onError: report('checking the ledger'),
    }),
    'ready',
  );
  services.add('daily comparison', damage.daily, 'leading');
  const newerProgram = services.add(
    'newer program',
    createNewerProgram({ ledger, clock, onFound: onRefusal, onError: report('looking for a newer program') }),
    'ready',
  );
  const replacedFile = services.add(
    'replaced file',
    createReplacedFile({ ledger, folder, clock, onFound: onRefusal, onError: report('keeping the ledger') }),
    'ready',
  );
  /** Returns the reason why the environment cannot sell; undefined while it can, or before that is known. */
  const unready = (): Failure | undefined =>
    options.broken ??
    replacedFile.failure() ??
    damage.failure() ??
    newerProgram.failure() ??
    readiness.failure ??
    issuingStop.failure() ??
    membership.stopped();
  services.add('ledger-alarms', { alarms: () => ledgerAlarms(unready()) });
  const check = createIssuingGuard({
    replacedFile,
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
