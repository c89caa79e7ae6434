import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { InvoiceRow } from '../../../../shared/contract/till/invoices.ts';
import type { Language } from '../../../../shared/values/language.ts';
import { halalasToText } from '../../../../shared/values/money.ts';
import { describeReason } from '../../../../shared/words/faults/rules.ts';
import { screens } from '../../../../shared/words/screens.ts';
import { riyadhText } from '../../../base/platform/riyadh-time.ts';
import { rejectionsByCause } from '../../../books/corrections/rejections.ts';
import { type OfLedger, openLedgerOf } from '../files.ts';

type Group = CommandOutput<'invoice.rejections'>['groups'][number];

/** `khatm ledger rejected`: lists the rejected documents that nobody has issued again, by cause. */
export function listRejected(options: OfLedger & { language: Language; json?: boolean }): void {
  const { language, json } = options;
  const ledger = openLedgerOf(options);
  try {
    const found = rejectionsByCause(ledger);
    if (found.groups.length > 0) process.exitCode = 1;
    if (json) {
      console.log(JSON.stringify(found));
      return;
    }
    const t = screens[language];
    if (found.groups.length === 0) console.log(t('rejections.none'));
    for (const group of found.groups) for (const line of linesOf(group, language)) console.log(line);
    if (found.more) console.log(t('rejections.more'));
  } finally {
    ledger.close();
  }
}

function linesOf({ reasons, unchanged, rows }: Group, language: Language): string[] {
  const t = screens[language];
  return [
    t('rejections.group', { count: rows.length }),
    ...(reasons.length === 0 ? [`  ${t('correct.noReasons')}`] : []),
    ...reasons.map((reason) => `  ${describeReason(reason, language)} ${reason.code ?? ''}`.trimEnd()),
    `  ${t(unchanged ? 'rejections.clock' : 'rejections.each')}`,
    ...rows.map((row) => `  ${rowText(row, language)}`),
  ];
}

function rowText(
  { number, issuedAt, trueAt, buyerName, kind, payable, currency }: InvoiceRow,
  language: Language,
): string {
  const amount = halalasToText(kind === 'creditNote' ? -payable : payable);
  const time = riyadhText(Date.parse(trueAt ?? issuedAt));
  return [number, time, buyerName ?? screens[language]('invoices.consumer'), `${amount} ${currency}`].join(
    '  ',
  );
}
