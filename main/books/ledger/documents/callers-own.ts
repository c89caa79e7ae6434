import type { Metadata } from '../../../../shared/sale/metadata.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';

/** The facts by which a caller recognises its sale. */
export interface CallersOwn {
  readonly saleId?: string | undefined;
  readonly reference?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Returns a function that reads the facts of a document's caller; it does not read the sale, which may be long. */
export function createCallersOwn(database: Database): (uuid: string) => CallersOwn {
  const select = database.prepare<[string], Nulls<Omit<CallersOwn, 'metadata'> & { metadata?: string }>>(
    'SELECT sale_id AS saleId, reference, metadata FROM document WHERE uuid = ?',
  );
  return (uuid) => {
    const row = select.get(uuid);
    if (row === undefined) return {};
    const { metadata, ...facts } = row;
    return {
      ...withoutNulls<CallersOwn>({ ...facts, metadata: null }),
      ...(metadata !== null && { metadata: JSON.parse(metadata) }),
    };
  };
}
