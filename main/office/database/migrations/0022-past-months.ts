import { applicationRole, guarded, type OfficeMigration } from './guarded.ts';

const chain = 'bucket, device, generation, tenant, entity, branch';
const rolled = 'kind, self_billed, currency, state';
const tables = [
  { kept: 'document', amounts: ['count', 'payable', 'taxable', 'vat'], more: '' },
  { kept: 'vat', amounts: ['count', 'taxable', 'vat'], more: ', category, reason, rate' },
] as const;
type Kept = (typeof tables)[number];

const each = ({ amounts }: Kept, text: (name: string) => string) => amounts.map(text).join(', ');
const columnsOf = (table: Kept) => `${chain}, month, ${rolled}${table.more}, ${each(table, (name) => name)}`;
/** The columns of a day's new row, with the month of the day. */
const ofNew = (columns: string) => columns.replaceAll(/\w+/g, 'NEW.$&');
const monthOf = (day: string) => `date_trunc('month', ${day})::date`;

/** Handles a document that arrives, or changes its state, after its month was added up; this is rare. */
const late = (table: Kept) => `
  CREATE FUNCTION add_to_past_${table.kept}_month() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(${pastMonthsLock}, NEW.tenant);
    IF EXISTS (SELECT FROM past_months WHERE tenant = NEW.tenant AND before > NEW.day) THEN
      INSERT INTO ${table.kept}_past_month AS m (${columnsOf(table)})
      VALUES (${ofNew(chain)}, ${monthOf('NEW.day')}, ${ofNew(`${rolled}${table.more}`)},
        ${each(table, (name) => `NEW.${name} - coalesce(OLD.${name}, 0)`)})
      ON CONFLICT (bucket, device, generation, month, ${rolled}${table.more})
        DO UPDATE SET ${each(table, (name) => `${name} = m.${name} + excluded.${name}`)};
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER add_to_past_month AFTER INSERT OR UPDATE ON ${table.kept}_day FOR EACH ROW
    WHEN (NEW.day < date_trunc('month', now() AT TIME ZONE 'UTC')) EXECUTE FUNCTION add_to_past_${table.kept}_month();`;

/** An older version reads all months under their old names, and adds up the rows. */
const months = (table: Kept) => `
  CREATE VIEW ${table.kept}_month WITH (security_invoker = true) AS
    SELECT ${columnsOf(table)} FROM ${table.kept}_past_month
    UNION ALL
    SELECT ${chain}, ${monthOf('day')}, ${rolled}${table.more}, ${each(table, (name) => name)} FROM ${table.kept}_day AS d
    WHERE NOT EXISTS (SELECT FROM past_months AS p WHERE p.tenant = d.tenant AND p.before > d.day);
  GRANT SELECT ON ${table.kept}_month TO ${applicationRole};`;

/**
 * An arbitrary number for a lock: a process that adds up months and those that write days of them wait for each other.
 */
export const pastMonthsLock = 7_402_198;

export const pastMonths: OfficeMigration = {
  name: 'sums of months that are over',
  sql: `
    -- Months before this day are in their own sums; later ones are the sums of their days.
    CREATE TABLE past_months (
      tenant integer PRIMARY KEY REFERENCES tenant,
      before date NOT NULL
    );
    ${guarded('past_months', 'SELECT, INSERT, UPDATE (before)', [])}
    ${tables
      .map(
        (table) => `
    DROP TRIGGER keep_month_of_new ON ${table.kept}_day;
    DROP TRIGGER keep_month_of_changed ON ${table.kept}_day;
    DROP FUNCTION keep_${table.kept}_month();
    TRUNCATE ${table.kept}_month;
    ALTER TABLE ${table.kept}_month RENAME TO ${table.kept}_past_month;
    ${late(table)}
    ${months(table)}`,
      )
      .join('')}
  `,
};
