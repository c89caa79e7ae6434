import { expect, test } from 'vitest';
import { changeBuyer, changeLine, newDraft, newLine } from '../../../renderer/till/cart/draft.ts';
import { removeLine } from '../../../renderer/till/cart/removal.ts';
import {
  checkDraft,
  fieldIds,
  filledKeys,
  placeIssues,
  priceable,
  saleOfDraft,
} from '../../../renderer/till/cart/sale-of-draft.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';

const dates = { ...newLine(), name: 'تمر', quantity: '٢', price: '٣٤٫٥' };
const halfTyped = { ...newLine(), name: 'Coffee' };
const withLines = (...lines: Draft['lines']): Draft => ({ ...newDraft(), lines: [...lines] });

test('a basket becomes a sale the schema takes, whatever the keyboard', () => {
  const draft = withLines(dates, newLine());
  expect(checkDraft(draft)).toEqual(new Map());
  const sale = saleSchema.parse(saleOfDraft(draft));
  expect(sale.saleId).toBe(draft.saleId);
  expect(sale.lines).toMatchObject([
    { name: 'تمر', quantity: '2', unitPrice: '34.5', vat: { category: 'S' } },
  ]);
});

test('a line without VAT carries its reason, and words where the reason has none', () => {
  const medicine = { ...dates, exemption: 'VATEX-SA-35' };
  expect(saleSchema.parse(saleOfDraft(withLines(medicine))).lines[0]?.vat).toMatchObject({
    category: 'Z',
    reason: 'VATEX-SA-35',
  });
  const other = { ...dates, exemption: 'VATEX-SA-OOS' };
  expect([...checkDraft(withLines(other)).keys()]).toEqual([fieldIds.line(other.key, 'exemptionText')]);
  expect(checkDraft(withLines({ ...other, exemptionText: 'هبة' })).size).toBe(0);
});

test('what is wrong is placed at its field', () => {
  const draft = withLines(newLine(), dates, halfTyped);
  expect([...checkDraft(draft).keys()]).toEqual([fieldIds.line(halfTyped.key, 'price')]);
  const issues = placeIssues(filledKeys(draft), [
    { path: ['lines', 1, 'discount'], code: 'discount-above-price', message: '' },
    { path: ['buyer', 'address', 'postalCode'], code: 'postal-code', message: '' },
    { path: ['note'], code: 'too-long', message: '' },
  ]);
  expect([...issues.keys()]).toEqual([
    fieldIds.line(halfTyped.key, 'discount'),
    fieldIds.buyer('postalCode'),
    fieldIds.advanced('note'),
  ]);
});

test('every missing field of a buyer is marked at once', () => {
  const draft: Draft = { ...withLines(dates), customer: 'business' };
  expect(new Set(checkDraft(draft).keys())).toEqual(
    new Set(
      (['name', 'id', 'street', 'building', 'district', 'city', 'postalCode'] as const).map(fieldIds.buyer),
    ),
  );
  const whole = changeBuyer(draft, {
    name: 'شركة النخيل',
    id: '310122393500003',
    street: 'العليا',
    building: '1234',
    district: 'العليا',
    city: 'الرياض',
    postalCode: '12345',
  });
  expect(checkDraft(whole)).toEqual(new Map());
  expect([...checkDraft(changeBuyer(whole, { postalCode: '123' })).keys()]).toEqual([
    fieldIds.buyer('postalCode'),
  ]);
});

test('what is right is priced while the rest is still typed', () => {
  const draft: Draft = {
    ...withLines(dates, halfTyped),
    customer: 'business',
    discount: { kind: 'amount', value: 'x' },
  };
  const priced = priceable(draft);
  expect(priced?.keys).toEqual([dates.key]);
  expect(saleSchema.safeParse(priced?.sale).success).toBe(true);
  expect(priceable(withLines(halfTyped))).toBeUndefined();
});

test('there is always a line to type in', () => {
  const draft = withLines(dates);
  expect(removeLine(draft, dates.key)?.draft.lines).toHaveLength(1);
  expect(changeLine(draft, dates.key, { name: 'x' }).lines[0]?.name).toBe('x');
});
