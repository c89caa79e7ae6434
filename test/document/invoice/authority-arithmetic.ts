import { Decimal } from 'decimal.js';
import { all, type Tree, textAt } from './xml-tree.ts';

/*
 * The authority's arithmetic, written from the rules themselves (the Schematron of SDK 3.4.8) and not from our code. It
 * finds the broken rules in a document that the gateway would report.
 */

/** This precision is sufficient for any quantity times any price. */
const Wide = Decimal.clone({ precision: 100 });

/** Returns the rules a document breaks, by their official IDs, or `format` for amounts in a wrong format. */
export function brokenRules(invoice: Tree): string[] {
  const broken = new Set<string>();
  const check = (rule: string, holds: boolean) => holds || broken.add(rule);
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);

  /** Returns an amount in halalas, or 0 for a missing element, which is how the rules read it. */
  const money = (tree: Tree, path: string): number => {
    const text = textAt(tree, path);
    if (text === undefined) return 0;
    check('format', /^-?(0|[1-9]\d*)\.\d\d$/.test(text) && text !== '-0.00');
    if (!path.endsWith('PayableRoundingAmount')) check('BR-KSA-F-04', !text.startsWith('-'));
    return Number(text.replace('.', ''));
  };

  const lines = all(invoice, 'cac:InvoiceLine');
  const adjustments = all(invoice, 'cac:AllowanceCharge');
  const subtotals = all(invoice, 'cac:TaxTotal/cac:TaxSubtotal');
  const amountOf = (charge: boolean, among: Tree[]) =>
    sum(
      among
        .filter((each) => textAt(each, 'cbc:ChargeIndicator') === String(charge))
        .map((each) => money(each, 'cbc:Amount')),
    );
  const total = (name: string) => money(invoice, `cac:LegalMonetaryTotal/cbc:${name}`);
  const has = (name: string) => textAt(invoice, `cac:LegalMonetaryTotal/cbc:${name}`) !== undefined;

  const lineNets = sum(lines.map((line) => money(line, 'cbc:LineExtensionAmount')));
  const vat = sum(subtotals.map((row) => money(row, 'cbc:TaxAmount')));
  const anyAllowance = adjustments.some((each) => textAt(each, 'cbc:ChargeIndicator') === 'false');
  const anyCharge = adjustments.some((each) => textAt(each, 'cbc:ChargeIndicator') === 'true');
  check('BR-CO-10', total('LineExtensionAmount') === lineNets);
  check(
    'BR-CO-11',
    has('AllowanceTotalAmount') === anyAllowance &&
      total('AllowanceTotalAmount') === amountOf(false, adjustments),
  );
  check(
    'BR-CO-12',
    has('ChargeTotalAmount') === anyCharge && total('ChargeTotalAmount') === amountOf(true, adjustments),
  );
  check(
    'BR-CO-13',
    total('TaxExclusiveAmount') === lineNets - total('AllowanceTotalAmount') + total('ChargeTotalAmount'),
  );
  const taxTotals = all(invoice, 'cac:TaxTotal');
  const [withRows, withoutRows] = [true, false].map((rows) =>
    taxTotals.filter((each) => all(each, 'cac:TaxSubtotal').length > 0 === rows),
  );
  check('BR-KSA-EN16931-08', withRows?.length === 1);
  check('BR-KSA-EN16931-09', withoutRows?.length === 1);
  for (const taxTotal of withRows ?? []) check('BR-CO-14', money(taxTotal, 'cbc:TaxAmount') === vat);
  // The law requires BT-111, but no rule checks its value.
  const exchangeRate = textAt(invoice, 'cac:TaxExchangeRate/cbc:CalculationRate') ?? '1';
  const inSar = new Wide(vat).times(exchangeRate).toDecimalPlaces(0, Wide.ROUND_HALF_UP);
  for (const taxTotal of withoutRows ?? []) check('BT-111', inSar.eq(money(taxTotal, 'cbc:TaxAmount')));
  check('BR-CO-15', total('TaxInclusiveAmount') === total('TaxExclusiveAmount') + vat);
  check(
    'BR-CO-16',
    total('PayableAmount') ===
      total('TaxInclusiveAmount') - total('PrepaidAmount') + total('PayableRoundingAmount'),
  );
  const rates = new Set(
    subtotals.map((row) =>
      [
        category(row),
        ...['Percent', 'TaxExemptionReasonCode', 'TaxExemptionReason'].map((name) =>
          textAt(row, `cac:TaxCategory/cbc:${name}`),
        ),
      ].join(' '),
    ),
  );
  check('one subtotal per category, rate and reason', rates.size === subtotals.length);
  for (const row of subtotals) {
    const percent = textAt(row, 'cac:TaxCategory/cbc:Percent') ?? 'missing';
    check('format', /^\d+\.\d\d$/.test(percent));
    const rounded = new Wide(money(row, 'cbc:TaxableAmount')).times(percent).div(100).round();
    // Older rule sets allow a difference of one hundredth in all, and the current one allows it for each line.
    check('BR-CO-17', rounded.minus(money(row, 'cbc:TaxAmount')).abs().lte(1));
    if (category(row) !== 'S') check(`BR-${category(row)}-09`, money(row, 'cbc:TaxAmount') === 0);
  }

  for (const id of ['S', 'Z', 'E', 'O']) {
    const rows = subtotals.filter((row) => category(row) === id);
    const ofLines = lines.filter((line) => textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID') === id);
    const ofAdjustments = adjustments.filter((each) => category(each) === id);
    const taxable =
      sum(ofLines.map((line) => money(line, 'cbc:LineExtensionAmount'))) +
      amountOf(true, ofAdjustments) -
      amountOf(false, ofAdjustments);
    if (ofLines.length + ofAdjustments.length > 0) check(`BR-${id}-01`, rows.length > 0);
    else check(`BR-${id}-08`, rows.length === 0);
    check(`BR-${id}-08`, sum(rows.map((row) => money(row, 'cbc:TaxableAmount'))) === taxable);
  }

  for (const line of lines) {
    const net = money(line, 'cbc:LineExtensionAmount');
    const gross = money(line, 'cac:TaxTotal/cbc:RoundingAmount');
    check('BR-KSA-51', gross === net + money(line, 'cac:TaxTotal/cbc:TaxAmount'));
    const product = new Wide(textAt(line, 'cbc:InvoicedQuantity') ?? 'missing').times(
      textAt(line, 'cac:Price/cbc:PriceAmount') ?? 'missing',
    );
    // The formula is round₂(floor₃(quantity × price) + charges − allowances), in hundredths; XPath rounds halves up.
    const truncated = product.times(1000).floor().div(10);
    const allowances = all(line, 'cac:AllowanceCharge');
    const expected = truncated
      .plus(amountOf(true, allowances))
      .minus(amountOf(false, allowances))
      .plus(0.5)
      .floor();
    check('BR-KSA-EN16931-11', expected.minus(net).abs().lte(1));
  }

  const deducted = lines.flatMap((line) => all(line, 'cac:TaxTotal/cac:TaxSubtotal'));
  check(
    'BR-KSA-80',
    total('PrepaidAmount') ===
      sum(deducted.map((row) => money(row, 'cbc:TaxableAmount') + money(row, 'cbc:TaxAmount'))),
  );
  for (const row of deducted) {
    const exact = new Wide(money(row, 'cbc:TaxableAmount'))
      .times(textAt(row, 'cac:TaxCategory/cbc:Percent') ?? 'missing')
      .div(100)
      .round();
    check(
      'BR-KSA-79',
      exact
        .minus(money(row, 'cbc:TaxAmount'))
        .abs()
        .lte(category(row) === 'S' ? 1 : 0),
    );
  }
  for (const line of lines.filter((each) => all(each, 'cac:DocumentReference').length > 0)) {
    const amounts = [
      'cbc:LineExtensionAmount',
      'cac:TaxTotal/cbc:TaxAmount',
      'cac:TaxTotal/cbc:RoundingAmount',
    ];
    check(
      'BR-KSA-82',
      [...amounts, 'cac:Price/cbc:PriceAmount'].every((path) => money(line, path) === 0),
    );
    check('BR-22', textAt(line, 'cbc:InvoicedQuantity') !== '0');
    check('BR-KSA-74', textAt(line, 'cac:DocumentReference/cbc:DocumentTypeCode') === '386');
    check('BR-KSA-75', all(line, 'cac:TaxTotal/cac:TaxSubtotal').length === 1);
  }
  return [...broken].sort();
}

function category(tree: Tree): string | undefined {
  return textAt(tree, 'cac:TaxCategory/cbc:ID');
}
