import { afterAll, expect } from 'vitest';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

/** Opens a shop for all tests of a file, with a client's token. It must have no defect at the end. */
export async function provideShop(options: ShopOptions = {}): Promise<{ shop: Shop; token: string }> {
  const shop = await openShop(options);
  afterAll(async () => {
    expect(shop.errors).toEqual([]);
    await shop.close();
  });
  return { shop, token: await shop.token() };
}
