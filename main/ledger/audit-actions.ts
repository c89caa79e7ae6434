import type { KnownAction } from '../../shared/activity.ts';
import type { FlowKind } from '../../shared/contract/credentials.ts';
import type { CredentialStage } from './credential-history.ts';

/** Actions that are in a group of `shared/activity.ts`, by which a manager searches; the types require their texts. */
type Grouped<Action extends KnownAction> = Action;

/** Every action that a line of the audit log may have. Lines of older versions keep their own. */
export type AuditAction = Grouped<
  | PeopleAction
  | VaultAction
  | CredentialAction
  | GoLiveAction
  | IssuingAction
  | FleetAction
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
  /** Somebody entered their PIN to sign in. */
  | 'signed-in'
  /** A wrong PIN was entered to sign in. */
  | 'sign-in-refused'
  /** Somebody signed out, or was signed out after a time or by the system. */
  | 'signed-out'
  /** Somebody entered their PIN again for a command that needs it. */
  | 'pin-entered'
  /** A wrong PIN was entered for a command that needs it. */
  | 'pin-refused'
  /** A manager agreed to what exceeds a cashier's limits. */
  | 'approved'
  /** The limits of cashiers were set. */
  | 'limits-set'
  /** A person was added or changed. */
  | 'person-saved'
  /** A person was removed. */
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
  | 'vault.passphrase-refused'
  /** The passphrase was changed. */
  | 'vault.passphrase-changed';

type CredentialAction =
  /** A person requested a flow. */
  | `credential.${FlowKind}.asked`
  /** A flow began. */
  | `credential.${FlowKind}.begun`
  /** A flow stopped half-way, with the reason. */
  | `credential.${FlowKind}.stopped`
  /** A flow was abandoned. */
  | `credential.${FlowKind}.abandoned`
  /** A flow reached its end. */
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
  /** A person confirmed a clock that is far ahead. */
  | 'clock-confirmed'
  /** A manager stated that the time of the newest documents was wrong. */
  | 'time-corrected'
  /** A receipt was printed, the first time or again. */
  | 'receipt-printed'
  /** The system clock was set forward. */
  | 'clock-set-forward'
  /** The system clock was set back. */
  | 'clock-set-back';

type FleetAction =
  /** The till was enrolled at a head office. */
  | 'fleet-enrolled'
  /** The till left its head office. */
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
  /** A buyer paid on account. */
  | 'account-paid'
  /** Credit of a buyer was paid back. */
  | 'account-paid-back'
  /** The limit of a buyer's debt was set; the detail has none if it was removed. */
  | 'account-limit-set'
  /** A payment on account was reversed by a counter-entry. */
  | 'account-taken-back'
  /** The voucher of a payment on account was printed. */
  | 'voucher-printed'
  /** A statement of account was printed. */
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
  /** A basket was discarded with its goods. */
  | 'basket-discarded'
  /** All goods of a basket were removed, and no sale followed. */
  | 'basket-emptied'
  /** Goods were removed from a basket that was put aside, recalled or replaced afterwards. */
  | 'lines-removed';

type DeviceAction =
  /** A payment was requested from a card terminal. */
  | 'card-asked'
  /** The outcome of a payment at the card terminal became known. */
  | 'card-answered'
  /** A manager stated the outcome of a payment that the card terminal left unresolved. */
  | 'card-ended'
  /** The card terminal reported as taken a payment that a manager had ended as not taken. */
  | 'card-late'
  /** A manager stated the outcome of an approval that no document used. */
  | 'card-settled'
  /** The cash drawer is about to be opened, by hand or after a payment in cash. */
  | 'drawer-asked'
  /** The cash drawer was opened. */
  | 'drawer-opened'
  /** The cash drawer could not be opened. */
  | 'drawer-failed'
  /** The devices of this till were set. */
  | 'devices-set';

type SettingAction =
  /** The company was entered or changed. */
  | 'company-saved'
  /** The gateway's address was set. */
  | 'address-set'
  /** The version of the authority's interfaces was set. */
  | 'version-set'
  /** The proxy was set. */
  | 'network.proxy-set'
  /** Certificates of authorities were added. */
  | 'network.authority-added'
  /** The certificate of an authority was removed. */
  | 'network.authority-removed'
  /** The printing of receipts was set. */
  | 'receipts-set';

type MaintenanceAction =
  /** A newer version of the program was offered. */
  | 'update.offered'
  /** The installation of another version began. */
  | 'update.installing'
  /** The new version is running, and found everything unchanged. */
  | 'update.installed'
  /** An update could not be installed, with the reason. */
  | 'update.failed'
  /** A manager requested an installation in the next night, or withdrew the request. */
  | 'update.tonight'
  /** A manager set whether the program starts with the system or fills the screen. */
  | 'startup-set'
  /** A manager left the window that fills the screen. */
  | 'kiosk-left'
  /** The server, the night or the automatic installation of updates was set. */
  | 'update.set'
  /** The folder of the backups was set. */
  | 'backups-set'
  /** The encryption of backups was turned on. */
  | 'backups-encrypted'
  /** The encryption of backups was turned off. */
  | 'backups-plain'
  /** A manager viewed the key of the backups. */
  | 'backup-key-shown'
  /** A manager opened a backup for reading. */
  | 'backup-read'
  /** A backup replaced the ledger; the line is in the restored ledger. */
  | 'backup-restored'
  /** A person requested a backup. */
  | 'backup-asked'
  /** A manager requested a fault in training, or ended all of them. */
  | 'practice-ordered'
  /** Documents were exported into an archive. */
  | 'exported'
  /** A file for support was written. */
  | 'bundle-written';

type ArticleAction =
  /** An article was added or changed. */
  | 'article.saved'
  /** An article was withdrawn, or offered again. */
  | 'article.active'
  /** An article from the head office changed nothing: it was refused, or is merged into another article here. */
  | 'article.order-skipped'
  /** A planned price was removed. */
  | 'article.price-dropped'
  /** A manager acknowledged that a damaged list of articles was set aside. */
  | 'article.acknowledged'
  /** A group of articles was added or changed. */
  | 'article.group-saved'
  /** A group of articles was removed. */
  | 'article.group-removed'
  /** A proposal became a part of an article. */
  | 'article.merged'
  /** Two articles were merged. */
  | 'article.combined'
  /** Articles were imported. */
  | 'article.imported'
  /** The list of articles was exported. */
  | 'article.exported'
  /** The rules for in-store labels were set. */
  | 'article.labels-set'
  /** A proposal was dismissed. */
  | 'article.dismissed';

/** Labels of articles were printed. */
type LabelAction = 'article.labels-printed';

type BuyerAction =
  /** A buyer of the book was added or changed. */
  | 'buyer.saved'
  /** A buyer was removed from the book. */
  | 'buyer.removed'
  /** Two buyers of the book were merged. */
  | 'buyer.merged'
  /** Buyers were imported. */
  | 'buyer.imported'
  /** The book of buyers was exported. */
  | 'buyer.exported';

type AlarmAction =
  /** A lasting alarm began. */
  | 'alarm'
  /** Documents crossed a threshold before their deadline. */
  | 'deadline-alarm';

type IntegrationAction =
  /** The integrations' database was opened again, perhaps after a broken one was set aside. */
  | 'integration.reopen'
  /** The request of a client was approved. */
  | 'integration.approved'
  /** The request of a client was denied. */
  | 'integration.denied'
  /** A client was registered. */
  | 'integration.clients.create'
  /** The scopes of a client were set. */
  | 'integration.clients.scope'
  /** A client got a new secret. */
  | 'integration.clients.rotate'
  /** A client was removed. */
  | 'integration.clients.revoke'
  /** The API was turned on or off, or its port was set. */
  | 'integration.api.set'
  /** The API got another certificate. */
  | 'integration.api.certificate'
  /** The drop folder was turned on or off, or moved. */
  | 'integration.dropFolder.set'
  /** A webhook receiver was added. */
  | 'webhook.addEndpoint'
  /** A webhook receiver was changed. */
  | 'webhook.changeEndpoint'
  /** A webhook receiver was removed. */
  | 'webhook.removeEndpoint'
  /** A webhook receiver got a second secret. */
  | 'webhook.rotateSecret'
  /** The first secret of a webhook receiver ended. */
  | 'webhook.finishRotation'
  /** A failed delivery was discarded. */
  | 'webhook.discard'
  /** The settings of the webhook sender were changed. */
  | 'webhook.changeSettings'
  /** The receiver of events was changed. */
  | 'inbound.change'
  /** The receiver of events got a secret. */
  | 'inbound.addSecret'
  /** The first secret of the receiver ended. */
  | 'inbound.finishRotation'
  /** The terminal was connected to another system. */
  | 'remote.connect'
  /** The terminal was disconnected from another system. */
  | 'remote.disconnect';

/** Writes a line to the audit log. */
export type WriteAudit = (actor: string, action: AuditAction, detail?: unknown) => void;
