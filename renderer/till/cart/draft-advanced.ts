import { type DraftAdvanced, type Extra, extras } from '../../../shared/stored/basket/advanced.ts';

export const plainAdvanced: DraftAdvanced = {
  kind: 'invoice',
  on: [],
  chargeKind: 'amount',
  chargeCode: 'DL',
  advances: [],
  correctsNumber: '',
  correctsDate: '',
  reason: '',
  supplyDate: '',
  supplyEndDate: '',
  currency: '',
  exchangeRate: '',
  charge: '',
  chargeReason: '',
  note: '',
  instruction: '',
  terms: '',
  orderReference: '',
  contractReference: '',
  rounding: '',
};

export function isPlain({ kind, on }: DraftAdvanced): boolean {
  return kind === 'invoice' && on.length === 0;
}

export const isNote = ({ kind }: DraftAdvanced) => kind === 'creditNote' || kind === 'debitNote';
export const has = ({ on }: DraftAdvanced, extra: Extra) => on.includes(extra);

/** Returns the extras of this kind of document: only a final invoice deducts prepayments. */
export const offered = (advanced: DraftAdvanced): readonly Extra[] =>
  extras.filter((extra) => extra !== 'advance' || advanced.kind === 'invoice');

export function toggle(advanced: DraftAdvanced, extra: Extra): DraftAdvanced {
  const on = has(advanced, extra) ? advanced.on.filter((each) => each !== extra) : [...advanced.on, extra];
  return { ...advanced, on };
}
