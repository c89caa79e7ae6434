import * as z from 'zod';
import { orderKeySchema } from '../../../../shared/office/wire/orders.ts';

/** The form of the manifests that this version makes and reads. */
export const manifestFormat = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** The fields of a manifest that a check needs. Further ones are for people. */
export const manifestSchema = z.object({
  format: z.literal(manifestFormat),
  vatNumber: z.string().regex(/^\d{15}$/),
  period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  /** 0: the month itself; from 1: its supplements. */
  part: z.int().nonnegative(),
  /** The position in the chain of the taxpayer's manifests, from 1. */
  number: z.int().positive(),
  /** The day in Riyadh until whose end the archive is kept. */
  retainUntil: z.iso.date(),
  object: z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256, documents: z.int() }),
  /** SHA-256 of the manifest before this one; null for the first. */
  previous: sha256.nullable(),
  /** The key that signed it. */
  key: orderKeySchema,
});
export type Manifest = z.output<typeof manifestSchema>;
