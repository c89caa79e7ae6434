/*
 * The lines of the audit log in groups by which a manager searches. Where a name says too little:
 *
 * agreed, people: `approved`, a manager agreed to what exceeds a cashier's limits · `people-recorded`, the list of people
 * was moved into the vault, or the vault's list was changed · `people-restored`, the list in terminal.db differed from
 * the vault's · `people-acknowledged`, a manager has seen that · `people-recovered`, a new list was begun with the
 * vault's passphrase.
 *
 * drawer: `account-limit-set`, the detail has no limit if it was removed · `shift-closed`, with the hash of the report ·
 * `drawer-asked`, the cash drawer is about to be opened · `print-asked`, a receipt, voucher or report is about to be
 * printed · `card-ended`, a manager stated the outcome of a payment that
 * the card terminal left unresolved · `card-late`, the card terminal then reported it as taken · `card-settled`, a
 * manager stated the outcome of an approval that no document used.
 *
 * removed: `basket-emptied`, and no sale followed · `lines-removed`, from a basket that was put aside, recalled or
 * replaced afterwards · `basket-unreadable`, a basket that this version cannot read was put aside as it is.
 *
 * articles, settings: `article.order-skipped`, an article from the head office changed nothing here · `article.merged`,
 * a proposal became a part of an article · `order-refused`, it was not the head office's next one for this till ·
 * `office-archived`, with the hash of the manifest · `update.installed`, the new version found everything unchanged ·
 * `backup-restored`, the line is in the restored ledger.
 *
 * safety: `issuing-stopped`, the authority has another document under a counter of this ledger · `issuing-resumed`, a
 * manager stated that no other copy of the ledger issues · `place-adopted`, and that it belongs here ·
 * `credential.rejected`, before it was ever accepted · `credential.restored`, the one before is in force for good.
 */

const of = <const Names extends readonly string[]>(...names: Names) => names;

/** The actions of each group; documents are lines of their own. */
export const activityActions = {
  removed: of('lines-removed', 'basket-emptied', 'basket-discarded', 'basket-recalled', 'basket-unreadable'),
  agreed: of('approved', 'limits-set', 'other-system-declared'),
  drawer: of(
    ...of('shift-opened', 'cash-in', 'cash-out', 'shift-handed-over', 'shift-closed', 'report-printed'),
    ...of('account-paid', 'account-paid-back', 'account-taken-back', 'account-limit-set'),
    ...of('voucher-printed', 'statement-printed'),
    ...of('shift-required-set', 'cash-rounding-set', 'drawer-asked', 'drawer-opened', 'drawer-failed'),
    ...of('print-asked', 'print-failed'),
    ...of('card-asked', 'card-answered', 'card-ended', 'card-late', 'card-settled'),
  ),
  people: of(
    ...of('signed-in', 'sign-in-refused', 'signed-out', 'pin-entered', 'pin-refused', 'person-saved'),
    ...of('short-pins-locked'),
    ...of('person-removed', 'people-recorded', 'people-restored', 'people-acknowledged', 'people-recovered'),
    ...of('vault.passphrase-refused', 'vault.passphrase-changed', 'kiosk-left'),
  ),
  articles: of(
    ...of('article.saved', 'article.active', 'article.price-dropped', 'article.acknowledged'),
    ...of('article.group-saved', 'article.group-removed', 'article.merged', 'article.combined'),
    ...of('article.order-skipped'),
    ...of('article.imported', 'article.exported', 'article.labels-set', 'article.dismissed'),
    ...of('article.labels-printed'),
    ...of('buyer.saved', 'buyer.removed', 'buyer.merged', 'buyer.imported', 'buyer.exported'),
  ),
  settings: of(
    ...of('company-saved', 'address-set', 'version-set', 'network.proxy-set', 'network.authority-added'),
    ...of(
      'network.authority-removed',
      'network.restored',
      'receipts-set',
      'devices-set',
      'startup-set',
      'backups-set',
    ),
    ...of('backups-encrypted', 'backups-plain', 'backup-key-shown', 'backup-read', 'backup-restored'),
    ...of(
      'backup-asked',
      'practice-ordered',
      'sample-shop',
      'exported',
      'bundle-written',
      'office-enrolled',
      'office-left',
    ),
    ...of('order-taken', 'order-done', 'order-refused', 'office-stop', 'office-archived', 'office-contact'),
    ...of('update.offered', 'update.installing', 'update.installed', 'update.failed', 'update.tonight'),
    ...of('update.set', 'go-live-waived', 'go-live-asked-again', 'integration.reopen'),
    ...of('integration.approved', 'integration.denied', 'integration.approval-ended'),
    ...of('integration.clients.create', 'integration.clients.scope'),
    ...of('integration.clients.rotate', 'integration.clients.revoke'),
    ...of('integration.api.set', 'integration.api.certificate', 'integration.dropFolder.set'),
    ...of(
      'webhook.addEndpoint',
      'webhook.changeEndpoint',
      'webhook.removeEndpoint',
      'webhook.rotateSecret',
      'webhook.gone',
    ),
    ...of('webhook.finishRotation', 'webhook.discard', 'webhook.changeSettings', 'inbound.change'),
    ...of('inbound.addSecret', 'inbound.finishRotation', 'remote.connect', 'remote.disconnect'),
  ),
  safety: of(
    ...of('issuing-stopped', 'issuing-resumed', 'place-adopted', 'clock-confirmed', 'time-corrected'),
    ...of('stands-for'),
    ...of('clock-set-forward', 'clock-set-back', 'alarm', 'deadline-alarm'),
    ...of('credential.onboarding.asked', 'credential.onboarding.begun', 'credential.onboarding.stopped'),
    ...of('credential.onboarding.abandoned', 'credential.onboarding.done', 'credential.renewal.asked'),
    ...of('credential.renewal.begun', 'credential.renewal.stopped', 'credential.renewal.abandoned'),
    ...of('credential.renewal.done', 'credential.reissue.asked', 'credential.reissue.begun'),
    ...of('credential.reissue.stopped', 'credential.reissue.abandoned', 'credential.reissue.done'),
    ...of('credential.compliance', 'credential.production', 'credential.eligible', 'credential.rejected'),
    ...of('credential.restored', 'credential.destroyed'),
  ),
} as const;

/**
 * Lines that prove rows and say nothing of people: `authority-answered`, with the digest of what the authority said of a
 * document · `credentials-recorded`, with that of all that is kept of certificates · `settings-recorded`, with that of the
 * settings that are proved. A list of all lines omits them.
 */
export const proofActions = of('authority-answered', 'credentials-recorded', 'settings-recorded');

/** Every action of the audit log that this version writes. */
export const knownActions = [
  ...Object.values(activityActions).flat(),
  ...of('document-issued', 'receipt-printed'),
  ...proofActions,
];
export type KnownAction = (typeof knownActions)[number];

/**
 * The groups: documents, credit notes, goods that left a basket, limits exceeded and unusual prices and discounts, and
 * other actions at a terminal.
 */
export const activityGroups = [
  'sales',
  'returns',
  'removed',
  'agreed',
  'drawer',
  'people',
  'articles',
  'settings',
  'safety',
] as const;
export type ActivityGroup = (typeof activityGroups)[number];
