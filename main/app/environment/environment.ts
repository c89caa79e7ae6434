import type { Failure } from '../../../shared/failure.ts';
import { checkLastNumber } from '../../books/backup/last-number.ts';
import { createDrawer } from '../../till/shift/drawer.ts';
import type { EnvironmentContext } from './context.ts';
import { mayBeDamage } from './guards/damage-watch.ts';
import type { EnvironmentParts } from './open/open-parts.ts';
import type { SubmissionParts } from './open/open-submission.ts';
import { createPractice } from './practice.ts';

/** One environment with its address, credential pairs, ledger and vault, none of which another one touches. */
export function environmentOf(context: EnvironmentContext, parts: EnvironmentParts) {
  const { options, leaderLock, services, company } = context;
  const { gateway, officeLink, background, submission, cards, monitor } = parts;
  const { readiness, rollbackGuard, issuingStop, damage, unready } = parts.checks;
  const { issuer, receipts } = parts.issuing;
  const { submitter, credentials } = submission;
  return {
    environment: context.environment,
    ledger: context.ledger,
    drawer: createDrawer(context.ledger, context.clock, rollbackGuard.touch, options.hasCashier),
    /** The payments at the card terminal, and the card terminal itself. */
    cardQuestions: cards.cardQuestions,
    cardTerminal: cards.cardTerminal,
    submitter,
    credentials,
    vault: options.vault,
    /** The failure with which its ledger could not be opened, see `EnvironmentOptions`. */
    broken: options.broken,
    network: gateway.network,
    changeNetwork: gateway.changeNetwork,
    membership: officeLink.membership,
    profile: context.profile,
    address: gateway.address,
    /** True when the policy sets the address, which then cannot be changed here. */
    isAddressByPolicy: gateway.isAddressByPolicy,
    backups: background.backups,
    months: background.months,
    backupReader: background.backupReader,
    /** Faults on request; only in training. */
    practice: openPractice(context, submission, cards.cardTerminal),
    /** The address of the training sandbox; only in training. */
    sandbox: parts.sandbox,
    monitor,
    handOver: context.handOver,
    company,
    credentialView: () => credentials.view(submission.rejections.view()),
    /** The steps to the first credential; empty when there is nothing to show. */
    onboarding: submission.flowProgress.steps,
    issuer,
    integrations: parts.integrations,
    receipts,
    /** Resolves when everything kept in memory agrees with what other programs have written until now. Never rejects. */
    upToDate: () => upToDate(context, submission),
    get unready() {
      return unready();
    },
    /** Resolves when sales can be issued, or a person must act first; rejects with the reason why neither is so. */
    ready: readiness.ready,
    /** Repeats the step that made `ready` reject. @throws FailureError as `ready` rejects */
    getReady: readiness.again,
    /** True when no other process leads this folder: only then may the credential change. */
    get isLeader() {
      return leaderLock.isLeader;
    },
    hasOthers: context.sender.hasOthers,
    knownTime: openKnownTime(parts),
    /** Takes note of a command's failure: if a damaged ledger may have caused it, the file is checked. */
    noteFailure(failure: Failure) {
      if (mayBeDamage(failure)) context.events.emit({ type: 'ledger-suspected' });
    },
    checkDamage: damage.check,
    comparison: damage.comparison,
    resumeIssuing: issuingStop.lift,
    /**
     * Notes a manager's confirmation that this machine and folder are the ledger's place, and that no other copy of it
     * will ever issue again.
     * @param last the number of the last document that was given to a customer, by the manager
     * @throws FailureError `ledger-old`, `ledger-forked`; as `checkLastNumber`
     */
    async adoptPlace(actor: string, last: string) {
      checkLastNumber(context.ledger.chain.head(), last);
      await rollbackGuard.adopt(actor);
      await readiness.again();
    },
    close: services.stop,
  };
}

export type OpenEnvironment = ReturnType<typeof environmentOf>;

async function upToDate(
  { ledger, report }: EnvironmentContext,
  { keyRing }: Pick<SubmissionParts, 'keyRing'>,
): Promise<void> {
  try {
    ledger.changes.look();
    await keyRing.upToDate();
  } catch (error) {
    report('following other programs')(error);
  }
}

/** Returns what a person may say about the clock. */
function openKnownTime({ checks: { knownTime }, submission: { submitter }, monitor }: EnvironmentParts) {
  return {
    confirm: knownTime.confirm,
    correct(...args: Parameters<typeof knownTime.correct>) {
      const documents = knownTime.correct(...args);
      // Documents that waited for a time far in the future are sent now, and deadlines change.
      submitter.wake('network');
      monitor.lookAgain();
      return documents;
    },
  };
}

/** Creates the faults on request, for training. */
function openPractice(
  { sandbox, services, clock, report }: EnvironmentContext,
  { submitter }: SubmissionParts,
  { setOutcome }: EnvironmentParts['cards']['cardTerminal'],
) {
  if (sandbox === undefined) return undefined;
  const { faults } = sandbox;
  const onEnd = () => submitter.wake('network');
  const onError = report('ending a fault of the card terminal');
  return services.add('practice', createPractice({ faults, clock, setOutcome, onError, onEnd }));
}
