/** Statements that make the sums of months from those of days, as ingest keeps them. */
export const monthsOfDays = [
  ['document', '', 'sum(payable), '],
  ['vat', ', category, reason, rate', ''],
].map(
  ([kept, more, payable]) =>
    `INSERT INTO ${kept}_month SELECT bucket, device, generation, tenant, entity, branch, date_trunc('month', day) AS month, kind,
       self_billed, currency, state${more}, sum(count), ${payable}sum(taxable), sum(vat) FROM ${kept}_day
     GROUP BY bucket, device, generation, tenant, entity, branch, month, kind, self_billed, currency, state${more}`,
);
