import type { GoLiveFinding, GoLiveRow, GoLiveState } from '../../go-live.ts';
import type { EnglishPlural } from '../plural.ts';

export const en = {
  rows: {
    articles: 'Articles',
    people: 'People',
    limits: 'Limits of cashiers',
    shifts: 'Sales need an open shift',
    printer: 'Receipt printer',
    backup: 'Backup',
    clock: 'Clock',
    sale: 'Trial sale',
    clearance: 'Trial business invoice',
  } satisfies Readonly<Record<GoLiveRow, string>>,
  states: {
    done: 'Done',
    missing: 'Still to do',
    waived: 'The shop does without it',
  } satisfies Readonly<Record<GoLiveState, string>>,
  findings: {
    'articles-listed': { one: 'One article is in the list.', other: '{count} articles are in the list.' },
    'articles-none': 'The list of articles is empty. Add articles or import them.',
    'articles-unknown': 'The list of articles cannot be opened. Restart the program, or call support.',
    'people-added': {
      one: 'One person works at this terminal.',
      other: '{count} people work at this terminal.',
    },
    'people-alone': 'Only the first manager is on the list. Add everybody who sells here.',
    'limits-set': 'A manager has decided what cashiers may do alone.',
    'limits-usual': 'The usual limits apply to cashiers. Read them, and save them as your shop needs them.',
    'shifts-needed': 'A cashier sells in an open shift only, so every sale is in a report.',
    'shifts-free':
      'Cashiers may sell without an open shift. Such sales are missing when the drawer is counted.',
    'printer-tried': 'The printer of this till has printed a test page.',
    'printer-none': 'This device has no printer. Connect one and print a test page.',
    'printer-untried': 'Nothing has been printed yet. Print a test page.',
    'printer-other': 'The test page came from another printer. Print one on the printer that is set now.',
    'backup-elsewhere': 'Backups go to another disk than the records: {folder}',
    'backup-no-folder': 'No folder for backups is set. Choose one on another disk.',
    'backup-not-made': 'No backup has been made in this folder yet: {folder}. Make one now.',
    'backup-failed': 'The last backup could not be made: {folder}',
    'backup-same-disk': 'Backups go to the disk of the records: {folder}. Choose a folder on another disk.',
    'clock-kept': 'The system keeps the clock by a time server.',
    'clock-measured': 'The clock agrees with the authority’s.',
    'clock-not-kept':
      'The system does not keep the clock. Switch on the setting of date and time by itself in the system.',
    'clock-wrong':
      'The clock differs from the authority’s by {seconds} seconds. Have the system set date and time by itself.',
    'clock-unknown':
      'Nobody knows yet whether the clock is right. Set up simulation, so that it is compared with the authority’s clock.',
    'sale-accepted': 'The authority has accepted a sale to a consumer in simulation.',
    'sale-none': 'Sell something to a consumer in simulation, and wait until the authority has accepted it.',
    'clearance-accepted': 'The authority has cleared an invoice to a business in simulation.',
    'clearance-none':
      'Issue an invoice to a business in simulation, and wait until the authority has cleared it.',
  } satisfies Readonly<Record<GoLiveFinding, string | EnglishPlural>>,
  waived: 'Decided by {by}, {time}.',
  refused: 'This terminal cannot go live yet. Still to do: {rows}.',
};
