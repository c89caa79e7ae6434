import type { OfficeOutput, OfficeParsed } from '../../../shared/office/contract.ts';
import {
  type OnboardedTill,
  type OnboardingState,
  onboardingStates,
} from '../../../shared/office/onboarding.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';

/** Reads the progress of each till: its own report about its certificate, and its last password. */
const states = `
  SELECT d.device, d.name AS till, b.name AS branch, e.vat_number AS "vatNumber",
    coalesce(d.planned_serial, d.serial) AS serial, o.why,
    coalesce(o.answered_at, o.created_at, d.enrolled_at) AS at,
    CASE WHEN d.public_key IS NULL THEN 'code'
      WHEN c.status -> 'certificate' <> 'null'::jsonb THEN 'done'
      WHEN o.result IN ('failed', 'refused') THEN 'failed'
      WHEN o.number IS NOT NULL AND o.answered_at IS NULL AND o.expires_at > $1 THEN 'given'
      WHEN o.number IS NOT NULL AND o.answered_at IS NULL THEN 'over'
      WHEN c.status -> 'certificate' = 'null'::jsonb THEN 'waiting'
      ELSE 'quiet' END AS state
  FROM device AS d JOIN branch AS b ON b.branch = d.branch JOIN entity AS e ON e.entity = d.entity
  LEFT JOIN LATERAL (SELECT status FROM chain AS c WHERE c.device = d.device AND c.bucket = d.device % 1024
    ORDER BY generation DESC LIMIT 1) AS c ON true
  LEFT JOIN LATERAL (SELECT * FROM till_order AS o WHERE o.device = d.device AND o.kind = 'otp'
    ORDER BY number DESC LIMIT 1) AS o ON true
  WHERE d.left_at IS NULL AND d.frozen_at IS NULL`;

/** The states of a password's order after which the till needs another. */
const needy = ['failed', 'over', 'waiting'] satisfies OnboardingState[];

export function listOnboarding(
  database: OfficeDatabase,
  scope: Scope,
  now: number,
  { text, listed }: OfficeParsed<'onboarding.list'>,
): Promise<OfficeOutput<'onboarding.list'>> {
  return database.atOneMoment(scope, async (client) => {
    const { rows: counted } = await client.query<{
      state: OnboardingState;
      vatNumber: string;
      count: number;
    }>(
      `SELECT state, "vatNumber", count(*)::integer AS count FROM (${states}) AS s GROUP BY state, "vatNumber"`,
      [new Date(now)],
    );
    const rows = await contractRows<OnboardedTill & { found: number }>(
      client,
      `SELECT device, till, branch, "vatNumber", serial, state, CASE WHEN state = 'failed' THEN why END AS why, at,
         count(*) OVER () AS found FROM (${states}) AS s WHERE state <> 'done'
         AND strpos(lower(concat_ws(' ', till, branch, serial)), lower($3)) > 0
       ORDER BY array_position($2::text[], state), till, device LIMIT $4`,
      [new Date(now), [...onboardingStates], text.trim(), listed],
    );
    const counts = Object.fromEntries(onboardingStates.map((state) => [state, 0])) as Record<
      OnboardingState,
      number
    >;
    for (const { state, count } of counted) counts[state] += count;
    const waiting = counted.filter(({ state }) => needy.some((each) => each === state));
    return {
      now: new Date(now).toISOString(),
      counts,
      found: rows[0]?.found ?? 0,
      taxpayers: [...new Set(waiting.map(({ vatNumber }) => vatNumber))].toSorted(),
      tills: rows.map(({ found: _, ...till }) => till),
    };
  });
}
