import { firstPreviousHash } from '../ledger/chain.ts';
import type { Database } from '../ledger/database.ts';
import type { Finding } from './finding.ts';

export type Interface = 'reporting' | 'clearance';

/** An accepted document. */
export interface AcceptedDocument {
  readonly uuid: string;
  readonly device: string;
  readonly icv: number;
  readonly hash: string;
  readonly interface: Interface;
  /** REPORTED or CLEARED. */
  readonly status: string;
  readonly warnings: readonly Finding[];
  /** As received. */
  readonly xml: Buffer;
  /** With the authority's own stamp; clearance only. */
  readonly clearedXml: Buffer | undefined;
  readonly acceptedAt: number;
  readonly timesReceived: number;
}

export interface ChainLink {
  readonly device: string;
  readonly icv: number;
  readonly hash: string;
  readonly previousHash: string;
}

/** What a new link contradicts among the links already known. */
export type ChainConflict = 'counter-reused' | 'previous-hash' | 'next-previous-hash';

/** A document that was refused because it contradicts its device's chain. */
export interface RefusedLink {
  readonly device: string;
  readonly icv: number;
  readonly hash: string;
  readonly conflict: ChainConflict;
  readonly timesReceived: number;
}

export interface DocumentStore {
  find(uuid: string): AcceptedDocument | undefined;
  /** Counts a document that came again. */
  receivedAgain(uuid: string): void;
  /** Takes the link into the chain, unless it contradicts what is known there; then the contradiction is kept. */
  link(link: ChainLink): ChainConflict | undefined;
  /** @returns false when another process was faster to take a document with this UUID */
  accept(document: Omit<AcceptedDocument, 'timesReceived'>): boolean;
  divert(uuid: string): void;
  wasDiverted(uuid: string): boolean;
  /** In the order of acceptance. */
  all(): AcceptedDocument[];
  /** Counters known of each device, ascending; also those of documents that were rejected. */
  counters(): { device: string; icv: number }[];
  refusedLinks(): RefusedLink[];
}

interface Row extends Omit<AcceptedDocument, 'warnings' | 'clearedXml'> {
  readonly warnings: string;
  readonly clearedXml: Buffer | null;
}

const columns = `uuid, device, icv, hash, interface, status, warnings, xml, cleared_xml AS clearedXml,
  accepted_at AS acceptedAt, times_received AS timesReceived`;

export function createDocumentStore(database: Database): DocumentStore {
  const find = database.prepare<[string], Row>(`SELECT ${columns} FROM document WHERE uuid = ?`);
  const all = database.prepare<[], Row>(`SELECT ${columns} FROM document ORDER BY rowid`);
  const again = database.prepare('UPDATE document SET times_received = times_received + 1 WHERE uuid = ?');
  const add = database.prepare(`
    INSERT INTO document (uuid, device, icv, hash, interface, status, warnings, xml, cleared_xml, accepted_at)
    VALUES (@uuid, @device, @icv, @hash, @interface, @status, @warnings, @xml, @clearedXml, @acceptedAt)
    ON CONFLICT (uuid) DO NOTHING`);
  const linkAt = database.prepare<[string, number], { hash: string; previousHash: string }>(
    'SELECT hash, previous_hash AS previousHash FROM chain_link WHERE device = ? AND icv = ?',
  );
  const addLink = database.prepare(`
    INSERT INTO chain_link (device, icv, hash, previous_hash) VALUES (@device, @icv, @hash, @previousHash)
    ON CONFLICT DO NOTHING`);
  const counters = database.prepare<[], { device: string; icv: number }>(
    'SELECT device, icv FROM chain_link ORDER BY device, icv',
  );
  const addConflict = database.prepare(`
    INSERT INTO chain_conflict (device, icv, hash, conflict) VALUES (@device, @icv, @hash, @conflict)
    ON CONFLICT DO UPDATE SET times_received = times_received + 1`);
  const conflicts = database.prepare<[], RefusedLink>(`
    SELECT device, icv, hash, conflict, times_received AS timesReceived
    FROM chain_conflict ORDER BY device, icv, hash, conflict`);
  const divert = database.prepare('INSERT OR IGNORE INTO diverted (uuid) VALUES (?)');
  const diverted = database.prepare('SELECT 1 FROM diverted WHERE uuid = ?');

  function conflictOf({ device, icv, hash, previousHash }: ChainLink): ChainConflict | undefined {
    const [before, here, after] = [icv - 1, icv, icv + 1].map((at) => linkAt.get(device, at));
    if (here !== undefined && here.hash !== hash) return 'counter-reused';
    const expected = icv === 1 ? firstPreviousHash : before?.hash;
    if (expected !== undefined && expected !== previousHash) return 'previous-hash';
    // Documents may come in any order: the next one may be known already, and says what this one must be.
    if (after !== undefined && after.previousHash !== hash) return 'next-previous-hash';
    return undefined;
  }

  return {
    find(uuid) {
      const row = find.get(uuid);
      return row && fromRow(row);
    },
    receivedAgain: (uuid) => void again.run(uuid),
    link: (link) =>
      database
        .transaction((): ChainConflict | undefined => {
          const conflict = conflictOf(link);
          if (conflict === undefined) addLink.run(link);
          else addConflict.run({ ...link, conflict });
          return conflict;
        })
        .immediate(),
    accept(document) {
      const { warnings, clearedXml = null } = document;
      return add.run({ ...document, warnings: JSON.stringify(warnings), clearedXml }).changes === 1;
    },
    divert: (uuid) => void divert.run(uuid),
    wasDiverted: (uuid) => diverted.get(uuid) !== undefined,
    all: () => all.all().map(fromRow),
    counters: () => counters.all(),
    refusedLinks: () => conflicts.all(),
  };
}

function fromRow(row: Row): AcceptedDocument {
  return {
    ...row,
    warnings: JSON.parse(row.warnings) as Finding[],
    clearedXml: row.clearedXml ?? undefined,
  };
}
