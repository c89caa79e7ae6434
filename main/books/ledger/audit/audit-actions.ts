import type { KnownAction } from '../../../../shared/activity.ts';
import type { FlowKind } from '../../../../shared/contract/terminal/credentials.ts';
import type { CredentialStage } from '../credentials/credential-history.ts';

/** Actions that are in a group of `shared/activity.ts`, by which a manager searches; the types require their texts. */
type Grouped<Action extends KnownAction> = Action;

/** Every action that a line of the audit log may have. Lines of older versions keep their own. */
export type AuditAction = Grouped<
  | PeopleAction
  | VaultAction
  | CredentialAction
  | GoLiveAction
  | IssuingAction
  | OfficeAction
  | ShiftAction
  | BasketAction
  | DeviceAction
  | SettingAction
  | MaintenanceAction
  | ArticleAction
  | LabelAction
  | BuyerAction
  | AlarmAction
  | IntegrationAction
>;

type PeopleAction =
  | 'signed-in'
  | 'sign-in-refused'
  /** Somebody signed out, or was signed out after a time or by the system. */
  | 'signed-out'
  /** Somebody entered their PIN again for a command that needs it. */
  | 'pin-entered'
  /** A wrong PIN was entered for a command that needs it. */
  | 'pin-refused'
  /** A manager agreed to what exceeds a cashier's limits. */
  | 'approved'
  | 'limits-set'
  /** A person was added or changed. */
  | 'person-saved'
  | 'person-removed'
  /** The list of people was moved into the vault, or the vault's list was changed. */
  | 'people-held'
  /** The list in terminal.db differed from the vault's and was restored from it. */
  | 'people-restored'
  /** A manager acknowledged that the list was restored. */
  | 'people-acknowledged'
  /** A new list was begun with the vault's passphrase. */
  | 'people-recovered';

type VaultAction =
  /** A wrong passphrase was entered. */
  'vault.passphrase-refused' | 'vault.passphrase-changed';

type CredentialAction =
  | `credential.${FlowKind}.asked`
  | `credential.${FlowKind}.begun`
  /** A flow stopped half-way, with the reason. */
  | `credential.${FlowKind}.stopped`
  | `credential.${FlowKind}.abandoned`
  | `credential.${FlowKind}.done`
  /** A pair of this stage was issued. */
  | `credential.${CredentialStage}`
  /** The test series passed. */
  | 'credential.eligible'
  /** A new production credential was rejected before it was ever accepted. */
  | 'credential.rejected'
  /** The credential that preceded a rejected one is permanently in force again. */
  | 'credential.restored'
  /** The secrets of a replaced credential were deleted. */
  | 'credential.destroyed';

type GoLiveAction =
  /** A manager waived a requirement for going live. */
  | 'go-live-waived'
  /** A manager withdrew such a waiver. */
  | 'go-live-asked-again';

type IssuingAction =
  /** A document was issued; the line is written with it, and has removed goods, discounts and changed prices. */
  | 'document-issued'
  /** Issuing stopped, because the authority has another document under a counter of this ledger. */
  | 'issuing-stopped'
  /** A manager stated that no other copy of the ledger issues documents. */
  | 'issuing-resumed'
  /** A manager stated that the ledger belongs on this machine and in this folder. */
  | 'place-adopted'
  | 'clock-confirmed'
  /** A manager stated that the time of the newest documents was wrong. */
  | 'time-corrected'
  /** A receipt was printed, the first time or again. */
  | 'receipt-printed'
  | 'clock-set-forward'
  | 'clock-set-back';

type OfficeAction =
  | 'fleet-enrolled'
  | 'fleet-left'
  /** An order of the head office was accepted. */
  | 'order-taken'
  /** An order of the head office was carried out, or could not be, with the reason. */
  | 'order-done'
  /** An order was refused, because it was not the head office's next one for this till. */
  | 'order-refused'
  /** The head office stopped this till, or released it. */
  | 'office-stop'
  /** The head office archived a month; the line has the hash of its manifest. */
  | 'office-archived'
  /** The head office announced its contact details. */
  | 'office-contact';

type ShiftAction =
  /** A shift was opened with its float. */
  | 'shift-opened'
  /** Cash was paid into the drawer. */
  | 'cash-in'
  /** Cash was paid out of the drawer. */
  | 'cash-out'
  /** Another person took over the drawer. */
  | 'shift-handed-over'
  | 'account-paid'
  | 'account-paid-back'
  /** The limit of a buyer's debt was set; the detail has none if it was removed. */
  | 'account-limit-set'
  /** A payment on account was reversed by a counter-entry. */
  | 'account-taken-back'
  | 'voucher-printed'
  | 'statement-printed'
  /** A shift was closed; the detail has the hash of its report. */
  | 'shift-closed'
  /** A shift's report was printed, an X or a Z report, the first time or again. */
  | 'report-printed'
  /** A manager set whether sales at the screen need an open shift. */
  | 'shift-required-set';

type BasketAction =
  /** A person took over a basket that another one had put aside. */
  | 'basket-recalled'
  | 'basket-discarded'
  /** All goods of a basket were removed, and no sale followed. */
  | 'basket-emptied'
  /** Goods were removed from a basket that was put aside, recalled or replaced afterwards. */
  | 'lines-removed';

type DeviceAction =
  | 'card-asked'
  | 'card-answered'
  /** A manager stated the outcome of a payment that the card terminal left unresolved. */
  | 'card-ended'
  /** The card terminal reported as taken a payment that a manager had ended as not taken. */
  | 'card-late'
  /** A manager stated the outcome of an approval that no document used. */
  | 'card-settled'
  /** The cash drawer is about to be opened, by hand or after a payment in cash. */
  | 'drawer-asked'
  | 'drawer-opened'
  | 'drawer-failed'
  | 'devices-set';

type SettingAction =
  | 'company-saved'
  | 'address-set'
  | 'version-set'
  | 'network.proxy-set'
  | 'network.authority-added'
  | 'network.authority-removed'
  | 'receipts-set';

type MaintenanceAction =
  | 'update.offered'
  | 'update.installing'
  /** The new version is running, and found everything unchanged. */
  | 'update.installed'
  | 'update.failed'
  /** A manager requested an installation in the next night, or withdrew the request. */
  | 'update.tonight'
  /** A manager set whether the program starts with the system or fills the screen. */
  | 'startup-set'
  /** A manager left the window that fills the screen. */
  | 'kiosk-left'
  /** The server, the night or the automatic installation of updates was set. */
  | 'update.set'
  | 'backups-set'
  | 'backups-encrypted'
  | 'backups-plain'
  | 'backup-key-shown'
  | 'backup-read'
  /** A backup replaced the ledger; the line is in the restored ledger. */
  | 'backup-restored'
  | 'backup-asked'
  /** A manager requested a fault in training, or ended all of them. */
  | 'practice-ordered'
  | 'exported'
  | 'bundle-written';

type ArticleAction =
  | 'article.saved'
  /** An article was withdrawn, or offered again. */
  | 'article.active'
  /** An article from the head office changed nothing: it was refused, or is merged into another article here. */
  | 'article.order-skipped'
  | 'article.price-dropped'
  /** A manager acknowledged that a damaged list of articles was set aside. */
  | 'article.acknowledged'
  | 'article.group-saved'
  | 'article.group-removed'
  /** A proposal became a part of an article. */
  | 'article.merged'
  | 'article.combined'
  | 'article.imported'
  | 'article.exported'
  | 'article.labels-set'
  | 'article.dismissed';

type LabelAction = 'article.labels-printed';

type BuyerAction = 'buyer.saved' | 'buyer.removed' | 'buyer.merged' | 'buyer.imported' | 'buyer.exported';

type AlarmAction =
  | 'alarm'
  /** Documents crossed a threshold before their deadline. */
  | 'deadline-alarm';

type IntegrationAction =
  /** The integrations' database was opened again, perhaps after a broken one was set aside. */
  | 'integration.reopen'
  | 'integration.approved'
  | 'integration.denied'
  | 'integration.clients.create'
  | 'integration.clients.scope'
  | 'integration.clients.rotate'
  | 'integration.clients.revoke'
  /** The API was turned on or off, or its port was set. */
  | 'integration.api.set'
  | 'integration.api.certificate'
  /** The drop folder was turned on or off, or moved. */
  | 'integration.dropFolder.set'
  | 'webhook.addEndpoint'
  | 'webhook.changeEndpoint'
  | 'webhook.removeEndpoint'
  /** A webhook receiver got a second secret. */
  | 'webhook.rotateSecret'
  /** The first secret of a webhook receiver ended. */
  | 'webhook.finishRotation'
  | 'webhook.discard'
  | 'webhook.changeSettings'
  | 'inbound.change'
  | 'inbound.addSecret'
  /** The first secret of the receiver ended. */
  | 'inbound.finishRotation'
  | 'remote.connect'
  | 'remote.disconnect';

export type WriteAudit = (actor: string, action: AuditAction, detail?: unknown) => void;
