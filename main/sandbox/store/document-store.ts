import type { Database } from '../../books/ledger/database/database.ts';
import { firstPreviousHash } from '../../books/ledger/database/first-previous-hash.ts';
import type { Finding } from '../checks/finding.ts';

export type Interface = 'reporting' | 'clearance';

export interface AcceptedDocument {
  readonly uuid: string;
  readonly device: string;
  readonly icv: number;
  readonly hash: string;
  readonly interface: Interface;
  /** The status in the answer: REPORTED or CLEARED. */
  readonly status: string;
  readonly warnings: readonly Finding[];
  readonly xml: Buffer;
  /** The document with the authority's stamp; only after clearance. */
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

export type ChainConflict = 'counter-reused' | 'previous-hash' | 'next-previous-hash';

/** A document refused because it contradicts its device's chain. */
export interface RefusedLink {
  readonly device: string;
  readonly icv: number;
  readonly hash: string;
  readonly conflict: ChainConflict;
  readonly timesReceived: number;
}

interface Row extends Omit<AcceptedDocument, 'warnings' | 'clearedXml'> {
  readonly warnings: string;
  readonly clearedXml: Buffer | null;
}

const columns = `uuid, device, icv, hash, interface, status, warnings, xml, cleared_xml AS clearedXml,
  accepted_at AS acceptedAt, times_received AS timesReceived`;

export function createDocumentStore(database: Database) {
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
    // Documents may arrive in any order: the next one may already be known, and states the hash that this one must
    // have.
    if (after !== undefined && after.previousHash !== hash) return 'next-previous-hash';
    return undefined;
  }

  return {
    find(uuid: string): AcceptedDocument | undefined {
      const row = find.get(uuid);
      return row && fromRow(row);
    },
    receivedAgain: (uuid: string) => void again.run(uuid),
    /** Adds a link to the chain; if it contradicts the chain, the conflict is stored instead. */
    link: (link: ChainLink) =>
      database
        .transaction((): ChainConflict | undefined => {
          const conflict = conflictOf(link);
          if (conflict === undefined) addLink.run(link);
          else addConflict.run({ ...link, conflict });
          return conflict;
        })
        .immediate(),
    /** Stores an accepted document. @returns false when another process accepted a document with this UUID first */
    accept(document: Omit<AcceptedDocument, 'timesReceived'>) {
      const { warnings, clearedXml = null } = document;
      return add.run({ ...document, warnings: JSON.stringify(warnings), clearedXml }).changes === 1;
    },
    divert: (uuid: string) => void divert.run(uuid),
    wasDiverted: (uuid: string) => diverted.get(uuid) !== undefined,
    all: () => all.all().map(fromRow),
    /** Returns the known counters of each device, ascending, including those of rejected documents. */
    counters: () => counters.all(),
    refusedLinks: () => conflicts.all(),
  };
}

export type DocumentStore = ReturnType<typeof createDocumentStore>;

function fromRow(row: Row): AcceptedDocument {
  return {
    ...row,
    warnings: JSON.parse(row.warnings) as Finding[],
    clearedXml: row.clearedXml ?? undefined,
  };
}
