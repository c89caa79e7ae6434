import type { OfficeMigration } from './guarded.ts';

const chain = 'bucket, device, generation, tenant, entity, branch';
const rolled = 'kind, self_billed, currency, state';
const tables = [
  { kept: 'document', amounts: ['count', 'payable', 'taxable', 'vat'], more: '' },
  { kept: 'vat', amounts: ['count', 'taxable', 'vat'], more: ', category, reason, rate' },
] as const;
type Kept = (typeof tables)[number];

const keyOf = ({ more }: Kept) => `bucket, device, generation, month, ${rolled}${more}`;
const ownedOf = ({ more }: Kept) => `${chain}, month, ${rolled}${more}`;
const each = ({ amounts }: Kept, text: (name: string) => string, between = ', ') =>
  amounts.map(text).join(between);
/** The rows of days, each with the first day of its month. */
const underMonth = (table: Kept, rows: string, sign = '') => `
  SELECT ${chain}, date_trunc('month', day)::date AS month, ${rolled}${table.more},
    ${each(table, (name) => `${sign}${name} AS ${name}`)} FROM ${rows}`;

const addTo = (table: Kept, changes: string) => `
  INSERT INTO ${table.kept}_month AS m (${ownedOf(table)}, ${each(table, (name) => name)})
  SELECT ${ownedOf(table)}, ${each(table, (name) => `sum(${name})::bigint`)} FROM (${changes}) AS c
  GROUP BY ${ownedOf(table)} HAVING ${each(table, (name) => `sum(${name}) <> 0`, ' OR ')}
  ON CONFLICT (${keyOf(table)}) DO UPDATE SET ${each(table, (name) => `${name} = m.${name} + excluded.${name}`)};`;

const trigger = (table: Kept) => {
  const { kept } = table;
  const added = underMonth(table, 'added');
  return `
    CREATE FUNCTION keep_${kept}_month() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'INSERT' THEN ${addTo(table, added)}
      ELSE ${addTo(table, `${added} UNION ALL ${underMonth(table, 'removed', '-')}`)}
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER keep_month_of_new AFTER INSERT ON ${kept}_day REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION keep_${kept}_month();
    CREATE TRIGGER keep_month_of_changed AFTER UPDATE ON ${kept}_day REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION keep_${kept}_month();`;
};

/** Corrects the months of a tenant that are not the sums of their days. */
const mend = (table: Kept) => `
  INSERT INTO ${table.kept}_month (${ownedOf(table)}, ${each(table, (name) => name)})
  SELECT ${ownedOf(table)}, ${each(table, (name) => `d.${name}`)}
  FROM (
    SELECT ${ownedOf(table)}, ${each(table, (name) => `sum(${name})::bigint AS ${name}`)}
    FROM (${underMonth(table, `${table.kept}_day WHERE tenant = own`)}) AS s GROUP BY ${ownedOf(table)}
  ) AS d LEFT JOIN ${table.kept}_month AS m USING (${ownedOf(table)})
  WHERE ${each(table, (name) => `d.${name} IS DISTINCT FROM m.${name}`, ' OR ')}
  ON CONFLICT (${keyOf(table)}) DO UPDATE SET ${each(table, (name) => `${name} = excluded.${name}`)};`;

/**
 * An older version that knows no months may run beside this one for a long time, so the database itself updates months
 * when days are written. Readers continue meanwhile; writers wait until the months since the previous step are filled
 * in.
 */
export const monthsByTrigger: OfficeMigration = {
  name: 'sums of months that follow the days',
  sql: `
    ${tables.map(trigger).join('')}
    DO $$ DECLARE own integer; BEGIN
      FOR own IN SELECT tenant FROM tenant LOOP
        PERFORM set_config('khatm.tenant', own::text, true);
        ${tables.map(mend).join('')}
      END LOOP;
      PERFORM set_config('khatm.tenant', '', true);
    END $$;
  `,
};
