import { chainKey, guarded, owners } from './guarded.ts';

/*
 * Sums of documents. Those of days change in the transactions that store the documents (`ingest/roll-up.ts`); those of
 * months are added up once the month is over (`watch/add-up-months.ts`). The check computes all of them again.
 */

/**
 * An arbitrary number for a lock: a process that adds up months and those that write days of them wait for each other.
 */
export const pastMonthsLock = 7_402_198;

const chain = 'bucket, device, generation';
const by = 'kind, self_billed, currency, state';

interface SumTable {
  readonly name: string;
  /** The columns by which its rows are summed, besides the chain and the period. */
  readonly by: string;
  readonly byColumns: string;
  readonly amounts: readonly string[];
}

const byColumns = `
      kind text NOT NULL,            -- the document's, or deduction: advances that final invoices deduct
      self_billed boolean NOT NULL,
      currency text NOT NULL,
      state text NOT NULL`;

/** Documents and their amounts. */
const document: SumTable = {
  name: 'document',
  by,
  byColumns,
  amounts: ['count', 'payable', 'taxable', 'vat'],
};
/** The VAT of documents by category, reason and rate. */
const vat: SumTable = {
  name: 'vat',
  by: `${by}, category, reason, rate`,
  byColumns: `${byColumns},
      category text NOT NULL, reason text NOT NULL, rate numeric NOT NULL`,
  amounts: ['count', 'taxable', 'vat'],
};

const list = (names: readonly string[], each: (name: string) => string) => names.map(each).join(', ');

/**
 * The sums of the present day change with its documents, so that a page keeps room for their next form. Those of earlier
 * days hardly ever change; the tables are analyzed after as many changes as they have rows.
 */
const days = ({ name, by: columns, byColumns: summedBy, amounts }: SumTable) => `
    CREATE TABLE ${name}_day (
      ${chainKey}, ${owners},
      day date NOT NULL,             -- the day in Riyadh${summedBy},
      ${list(amounts, (amount) => `${amount} bigint NOT NULL`)},
      PRIMARY KEY (${chain}, day, ${columns})
    ) WITH (fillfactor = 70, autovacuum_analyze_threshold = 20000, autovacuum_analyze_scale_factor = 1);
    -- The VAT of a taxpayer's days.
    CREATE INDEX ${name}_day_by_day ON ${name}_day (entity, day);
    ${guarded(`${name}_day`, `SELECT, INSERT, UPDATE (${amounts.join(', ')})`)}`;

const months = ({ name, by: columns, byColumns: summedBy, amounts }: SumTable) => `
    CREATE TABLE ${name}_past_month (
      ${chainKey}, ${owners},
      month date NOT NULL,           -- its first day${summedBy},
      ${list(amounts, (amount) => `${amount} bigint NOT NULL`)},
      PRIMARY KEY (${chain}, month, ${columns})
    ) WITH (fillfactor = 70);
    CREATE INDEX ${name}_past_month_by_month ON ${name}_past_month (entity, month);
    ${guarded(`${name}_past_month`, `SELECT, INSERT, UPDATE (${amounts.join(', ')})`)}`;

/**
 * A document may arrive, or change its state, after its month was added up; this is rare. Only the database sees whether
 * the month is added up at that moment, so that it adds the change itself.
 */
const late = ({ name, by: columns, amounts }: SumTable) => `
    CREATE FUNCTION add_to_past_${name}_month() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock_shared(${pastMonthsLock}, NEW.tenant);
      IF EXISTS (SELECT FROM past_months WHERE tenant = NEW.tenant AND before > NEW.day) THEN
        INSERT INTO ${name}_past_month AS m (${chain}, tenant, entity, branch, month, ${columns}, ${amounts.join(', ')})
        VALUES (${ofNew(`${chain}, tenant, entity, branch`)}, date_trunc('month', NEW.day)::date, ${ofNew(columns)},
          ${list(amounts, (amount) => `NEW.${amount} - coalesce(OLD.${amount}, 0)`)})
        ON CONFLICT (${chain}, month, ${columns})
          DO UPDATE SET ${list(amounts, (amount) => `${amount} = m.${amount} + excluded.${amount}`)};
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER add_to_past_month AFTER INSERT OR UPDATE ON ${name}_day FOR EACH ROW
      WHEN (NEW.day < date_trunc('month', now() AT TIME ZONE 'UTC')) EXECUTE FUNCTION add_to_past_${name}_month();`;

const ofNew = (columns: string) => columns.replaceAll(/\w+/g, 'NEW.$&');

export const sums = `
    -- Months before this day are in their own sums; later ones are the sums of their days.
    CREATE TABLE past_months (
      tenant integer PRIMARY KEY REFERENCES tenant,
      before date NOT NULL
    );
    ${guarded('past_months', 'SELECT, INSERT, UPDATE (before)', [])}
    ${[document, vat].map((table) => days(table) + months(table) + late(table)).join('\n')}
`;
