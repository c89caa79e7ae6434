import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../main/books/ledger/database/database.ts';
import { createArticlesOf } from '../../../main/till/catalogue/article-of.ts';
import { migrations } from '../../../main/till/catalogue/schema.ts';

it('an article that could not be read once is found the next time', () => {
  const database = openDatabase(':memory:', migrations);
  onTestFinished(() => {
    database.close();
  });
  let isBroken = true;
  database.function('readable', () => {
    if (isBroken) throw new Error('the disk is away');
    return 1;
  });
  database.exec(`
    INSERT INTO article (n, id, name_en, unit, favourite, sort_ar, sort_en) VALUES (1, 'a', 'Shirt', 'PCE', 0, '', '');
    INSERT INTO article_code (key, article, code, place) VALUES ('6281', 1, '6281', 1);
    CREATE TEMP VIEW article_code AS SELECT * FROM main.article_code WHERE readable();
  `);
  const articlesOf = createArticlesOf(database);
  const sold = [{ name: 'A shirt', barcode: '6281' }];
  expect(() => articlesOf(sold)).toThrow('the disk is away');
  isBroken = false;
  expect(articlesOf(sold)).toMatchObject([{ name: 'Shirt' }]);
});
