import type { FailureCode } from '../../../../shared/failure.ts';
import { gatewayAddress, gatewayVersion } from '../../../../shared/stored/settings/environment.ts';
import type { EnvironmentContext } from '../context.ts';
import type { EnvironmentParts } from './open-parts.ts';

/** The failures that another program, for instance the command line, can repair without this one. */
const repairable: readonly FailureCode[] = [
  'seller-differs',
  'vault-unavailable',
  'ledger-copied',
  'ledger-old',
  'ledger-forked',
  'ledger-lost',
];

/** Lets the parts follow what other programs on the folder change in the ledger. */
export function followChanges(context: EnvironmentContext, parts: EnvironmentParts): void {
  const { ledger, services, clock, emit, report } = context;
  const { changes, credentials, flows, settings } = ledger;
  const { readiness } = parts.checks;
  const { keyRing } = parts.submission;
  const followers = [
    changes.follow('the keys and certificates', credentials.mark, () => {
      emit('flow-changed');
      void keyRing.upToDate().catch(report('credential'));
    }),
    changes.follow('the progress of a credential flow', flows.mark, () => emit('flow-changed')),
    changes.follow(
      'the address and the version of the authority’s interfaces',
      () => `${settings.read(gatewayAddress)} ${settings.read(gatewayVersion)}`,
      () => emit('gateway-set'),
    ),
    changes.follow(
      'why nothing can be issued',
      () => String(ledger.commitsOfOthers()),
      () => {
        const code = readiness.failure?.code;
        if (code === undefined || !repairable.includes(code)) return;
        void readiness.again().then(
          () => emit('credential-changed', 'health-changed'),
          () => undefined,
        );
      },
    ),
    changes.watch(clock, report('following other programs')),
  ];
  services.add('following other programs', {
    stop() {
      for (const end of followers) end();
    },
  });
}
