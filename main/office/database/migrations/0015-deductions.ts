import { chainKey, guarded, type OfficeMigration, owners, seen } from './guarded.ts';

/** Makes a policy that is evaluated once for a statement instead of for each row. */
const askedOnce = (columns: readonly string[], condition: string) => `
  FOR name IN SELECT tablename FROM pg_policies WHERE policyname = 'own' AND ${condition} LOOP
    EXECUTE format('ALTER POLICY own ON %I USING (%s) WITH CHECK (%s)', name, $guard$${seen(columns)}$guard$,
      $guard$${seen(columns)}$guard$);
  END LOOP;`;

export const deductions: OfficeMigration = {
  name: 'what final invoices deduct of advances, and guards that are asked once',
  sql: `
    -- In the sums of days these are rows of a kind of their own, 'deduction', which takes away.
    CREATE TABLE document_deduction (
      ${chainKey}, icv bigint NOT NULL, ${owners},
      category text NOT NULL, reason text NOT NULL, rate numeric NOT NULL,
      taxable bigint NOT NULL, vat bigint NOT NULL,
      PRIMARY KEY (bucket, device, generation, icv, category, reason, rate)
    );
    ${guarded('document_deduction', 'SELECT, INSERT')}
    DO $do$
    DECLARE name text;
    BEGIN
      ${askedOnce(['entity', 'branch'], "qual LIKE '%khatm.branch%'")}
      ${askedOnce(['entity'], "qual LIKE '%khatm.entity%' AND qual NOT LIKE '%khatm.branch%'")}
      ${askedOnce([], "qual NOT LIKE '%khatm.entity%' AND qual NOT LIKE '%khatm.branch%'")}
    END $do$;
  `,
};
