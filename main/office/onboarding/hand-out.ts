import { fail } from '../../../shared/failure.ts';
import { refuse } from '../../../shared/office/failure.ts';
import { foldDigits, withLatinDigits } from '../../../shared/values/arabic-digits.ts';
import { otpFault } from '../../../shared/values/otp.ts';
import type { ByPerson } from '../orders/by-person.ts';
import { insertOrder, type OrderContext } from '../orders/orders.ts';
import { writeLine } from '../people/office-log.ts';

/*
 * Hands out one-time passwords of the authority's portal: one to each waiting till, each password once. Passwords that
 * remain are not stored.
 */

/** The number of milliseconds for which the portal's passwords are valid. */
const otpLife = 3_600_000;
/** A password in two groups, as people write them. */
const groups = /(?<!\d)(\d{3})[^\S\n](\d{3})(?!\d)/g;

export interface HandOut extends ByPerson {
  readonly tenant: number;
  /** The pasted text: one password on each line, or separated by spaces, commas or semicolons. */
  readonly pasted: string;
  /** The tills that may get a password; by default every till that waits. */
  readonly devices?: readonly number[] | undefined;
  /** The taxpayer whose portal made the passwords; required if tills of several taxpayers wait. */
  readonly vatNumber?: string | undefined;
  readonly flow?: 'onboarding' | 'renewal';
  /** The time at which the portal made the passwords, in milliseconds since 1970; by default now. */
  readonly madeAt?: number | undefined;
}

export interface HandedOut {
  readonly tills: readonly { readonly device: number; readonly order: number }[];
  /** The number of passwords that no till got. */
  readonly left: number;
  /** The number of passwords that occurred twice, or were handed out within the last hour. */
  readonly repeated: number;
  /** The number of words in the text that are not passwords. */
  readonly unread: number;
  /** The number of tills that still wait. */
  readonly waiting: number;
}

/**
 * Hands the pasted passwords out to the tills that wait for one.
 * @throws FailureError `bad-input` for passwords that are too old
 * @throws OfficeError `which-taxpayer` if tills of several taxpayers wait and none is named
 */
export async function handOut(context: OrderContext, given: HandOut): Promise<HandedOut> {
  const { database, signer, now } = context;
  const { tenant, scope = { tenant }, pasted, devices, flow = 'onboarding' } = given;
  const { by, person = null, madeAt = now(), vatNumber } = given;
  const until = madeAt + otpLife;
  if (until <= now())
    fail('bad-input', { issues: [{ path: ['madeAt'], code: 'date-past', message: 'are over' }] });
  const words = withLatinDigits(pasted)
    .replace(groups, '$1$2')
    .split(/[\s,;"]+/)
    .map(foldDigits)
    .filter((word) => word !== '');
  const all = words.filter((word) => otpFault(word) === undefined);
  const distinct = [...new Set(all)];
  return database.within(scope, async (client) => {
    // If two managers paste the same file, one must wait for the other.
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [handOutLock, tenant]);
    const digests = new Map(distinct.map((otp) => [otp, signer.digest(otp)]));
    const { rows: used } = await client.query<{ digest: Buffer }>(
      'SELECT digest FROM otp_use WHERE digest = ANY ($1) AND at > $2',
      [[...digests.values()], new Date(now() - otpLife)],
    );
    const isUsed = new Set(used.map(({ digest }) => digest.toString('hex')));
    const fresh = distinct.filter((otp) => !isUsed.has(digests.get(otp)?.toString('hex') ?? ''));
    const { rows: tills } = await client.query<{ device: number; vat: string }>(waitingTills, [
      devices ?? null,
      flow === 'onboarding',
      new Date(now()),
      vatNumber ?? null,
    ]);
    const taxpayers = new Set(tills.map(({ vat }) => vat));
    if (taxpayers.size > 1) refuse('which-taxpayer', { taxpayers: [...taxpayers].join(', ') });
    const handed = [];
    for (const [index, { device }] of tills.entries()) {
      const otp = fresh[index];
      if (otp === undefined) break;
      await client.query('INSERT INTO otp_use (tenant, digest, at) VALUES ($1, $2, $3)', [
        tenant,
        digests.get(otp),
        new Date(now()),
      ]);
      const make = async (encrypt: (text: string) => Promise<string>) =>
        ({ kind: 'otp', flow, encrypted: await encrypt(otp) }) as const;
      handed.push({ device, order: await insertOrder(context, client, { tenant, device, make, by, until }) });
    }
    if (handed.length > 0) {
      const detail = { kind: 'otp', tills: handed.map(({ device }) => device), by };
      await writeLine(client, { tenant, person, action: 'otps.handed-out', detail }, now());
    }
    return {
      tills: handed,
      left: fresh.length - handed.length,
      repeated: all.length - fresh.length,
      unread: words.length - all.length,
      waiting: tills.length - handed.length,
    };
  });
}

/** An arbitrary number, used only for this lock. */
const handOutLock = 7_402_195;

/** A till waits for an onboarding if it reports that it has no certificate, and for a renewal if it is named. */
const waitingTills = `
  SELECT d.device, e.vat_number AS vat FROM device AS d JOIN chain AS c USING (device)
  JOIN entity AS e ON e.entity = d.entity
  WHERE d.public_key IS NOT NULL AND d.left_at IS NULL AND d.frozen_at IS NULL
    AND ($4::text IS NULL OR e.vat_number = $4)
    AND ($1::integer[] IS NULL OR d.device = ANY ($1))
    AND CASE WHEN $2 THEN c.status -> 'certificate' = 'null'::jsonb ELSE $1 IS NOT NULL END
    AND NOT EXISTS (SELECT FROM till_order AS o WHERE o.device = d.device AND o.kind = 'otp'
      AND o.answered_at IS NULL AND o.expires_at > $3)
  ORDER BY d.device`;
