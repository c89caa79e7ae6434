import type { TillStatus } from '../../../../shared/office/wire/till-status.ts';
import { createBatchThread } from '../../../link/feed/batch-thread.ts';
import { createCertificatePin } from '../../../link/feed/certificate-pin.ts';
import { createMembership } from '../../../link/feed/membership.ts';
import { createOfficeClient } from '../../../link/feed/office-client.ts';
import { certificateSubject } from '../../../sending/credential/certificate-subject.ts';
import type { EnvironmentContext } from '../context.ts';
import type { GatewayParts } from './open-gateway.ts';

export type OfficeLinkParts = ReturnType<typeof openOfficeLink>;

/** Creates the feed to a head office, which is idle until the till is enrolled at one. */
export function openOfficeLink(context: EnvironmentContext, { network }: GatewayParts) {
  const { options, environment, ledger, secrets, services, clock, random, company, emit, report } = context;
  let status: () => TillStatus | undefined = () => undefined;
  const keyName = `${environment}/office/key`;
  const pin = `${environment}/office/orders`;
  const { carryOut } = options;
  const membership = services.add(
    'head office',
    createMembership({
      settings: ledger.settings,
      changes: ledger.changes,
      client: createOfficeClient({
        secrets,
        keyName,
        certificate: createCertificatePin({
          secrets,
          names: { certificate: `${environment}/office/certificate`, pin },
          fetchWith: (check) => network.fetchFor('office', check),
          now: () => clock.now(),
        }),
        now: () => clock.now(),
      }),
      orders: {
        secrets,
        names: { key: keyName, pin },
        carryOut: carryOut && ((order) => carryOut(environment, order)),
        audit: (action, detail) =>
          ledger.audit.write({ at: clock.now(), actor: 'head office', action, detail }),
        onStop: () => emit('credential-changed', 'health-changed'),
      },
      ledger: ledger.id,
      identity() {
        const seller = company();
        return seller && { serial: certificateSubject(seller).serial, vatNumber: seller.vatNumber };
      },
      status: () => status(),
      openReader: () => createBatchThread(context.ledgerFile),
      clock,
      random,
      onFinding: () => context.events.emit({ type: 'office-compared' }),
      onChange: () => emit('health-changed'),
      onError: report('the head office'),
    }),
    // Even while the feed rests, the office is asked before the first sale if these are the right books.
    options.safeMode === undefined ? 'leading' : undefined,
  );
  return {
    membership,
    /** Sets the status that this environment reports, once it is complete. */
    describe(readStatus: () => TillStatus) {
      status = readStatus;
    },
  };
}
