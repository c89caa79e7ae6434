import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** Returns the sale that the README shows, unchanged. */
export function readmeSale(): string {
  const readme = path.resolve(import.meta.dirname, '../../../README.md');
  const [, sale = ''] = /```json\n(\{\n {2}"saleId".*?)```/s.exec(readFileSync(readme, 'utf8')) ?? [];
  expect(JSON.parse(sale)).toMatchObject({ lines: [{}] });
  return sale;
}
