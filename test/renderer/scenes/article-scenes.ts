import { articleId } from '../fakes/fake-articles.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import type { Scene } from './manager-scenes.ts';

/* Every page of the articles, for pictures and for the layout tests. */

const shop: FakeOptions = {
  people: [{ name: 'نورة العتيبي', role: 'manager' }],
  person: 'نورة العتيبي',
  invoices: 40,
  groups: [
    { nameAr: 'مشروبات ساخنة', nameEn: 'Hot drinks', colour: 'brown' },
    { nameAr: 'تمور', nameEn: 'Dates', colour: 'orange' },
    {
      nameAr: 'أدوية',
      nameEn: 'Medicine',
      colour: 'teal',
      vat: { category: 'Z', rate: '0', reason: 'VATEX-SA-35' },
    },
    { nameEn: 'Seasonal' },
  ],
  articles: [
    {
      nameAr: 'قهوة عربية بالهيل والزعفران',
      nameEn: 'Arabic coffee with cardamom and saffron',
      codes: ['6281000000017', 'AB12-77'],
      price: '14.5',
      next: { price: '15', from: '2026-12-01T21:00:00.000Z' },
      group: articleId(501),
      colour: 'brown',
      favourite: true,
    },
    { nameAr: 'شاي أخضر', nameEn: 'Green tea', shortCode: '12', price: '9', group: articleId(501) },
    {
      nameAr: 'تمر سكري',
      nameEn: 'Sukkari dates',
      codes: ['00123'],
      price: '38',
      unit: 'KGM',
      group: articleId(502),
    },
    { nameAr: 'تمر عجوة المدينة', codes: ['00124'], unit: 'KGM', price: '95.75', group: articleId(502) },
    {
      nameAr: 'شراب للسعال',
      nameEn: 'Cough syrup',
      codes: ['6281000000123'],
      price: '21',
      group: articleId(503),
      colour: 'teal',
    },
    { nameEn: 'Gift wrapping' },
  ],
  proposals: [
    { name: 'كرك | Karak', price: '6' },
    { name: 'Water 330 ml', price: '1.5', barcode: '6281000000024' },
    { name: 'خدمة توصيل داخل المدينة', price: '20' },
  ],
  labels: [
    {
      prefix: '21',
      kind: 'weight',
      articleDigits: 5,
      hasValueCheck: false,
      valueDigits: 5,
      decimals: 3,
      unit: 'KGM',
    },
  ],
};
const preview = {
  rows: 412,
  added: 380,
  changed: 21,
  unchanged: 8,
  refused: 0,
  groups: ['مخبوزات'],
  unread: ['Shelf'],
};
const file = { name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nA') };
const choose: Scene['act'] = async (page) => {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('table').waitFor();
};

export const articleShop = shop;

export const articleScenes: Record<string, Scene> = {
  'articles-list': { hash: '#/articles', fake: { ...shop, setAside: 'catalogue.db.damaged-1795000000000' } },
  'articles-grid': {
    hash: '#/articles',
    fake: shop,
    async act(page) {
      await page.getByRole('button', { name: /^(Edit in the table|التعديل في الجدول)$/ }).click();
      await page.locator('[id$=nameEn]').first().waitFor();
    },
  },
  'articles-first': { hash: '#/articles', fake: { ...shop, articles: [], groups: [] } },
  'articles-one': {
    hash: `#/article/${articleId(1)}`,
    fake: shop,
    async act(page) {
      // A saved price gives the article a history.
      await page.locator('#article-price').fill('15.25');
      await page.locator('form button[type=submit][data-size=xl]').click();
      await page.locator('table').waitFor();
      await page.locator(`a[href="#/article/${articleId(1)}"]`).click();
      await page.locator('#article-price').waitFor();
    },
  },
  'articles-combine': {
    hash: `#/article/${articleId(3)}`,
    fake: shop,
    async act(page) {
      await page.getByRole('button', { name: /^(Merge with another article|دمج مع صنف آخر)$/ }).click();
      await page.getByLabel(/^(Search the article that stays|ابحث عن الصنف الذي يبقى)$/).fill('00124');
      await page.getByRole('button', { name: /^(This one stays: |يبقى هذا: )/ }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  'articles-new': {
    hash: '#/article',
    fake: shop,
    async act(page) {
      await page.locator('form button[type=submit][data-size=xl]').click();
    },
  },
  'articles-groups': {
    hash: '#/articles/groups',
    fake: shop,
    async act(page) {
      await page.getByRole('button', { name: /^(Change Seasonal|تعديل Seasonal)$/ }).click();
      await page.locator('#group-nameAr').waitFor();
    },
  },
  'articles-proposals': {
    hash: '#/articles/proposals',
    fake: shop,
    async act(page) {
      await page.getByRole('button', { name: /^(Add to an article|إضافة إلى صنف): Water 330 ml/ }).click();
      await page.getByLabel(/Search the article|ابحث عن الصنف/).fill('tea');
      await page.getByText('Green tea').waitFor();
    },
  },
  'articles-files': {
    hash: '#/articles/files',
    fake: {
      ...shop,
      preview: {
        ...preview,
        sample: [
          { row: 2, kind: 'added', name: 'خبز أسمر | Brown bread', codes: ['6281007009003'], price: '3.5' },
          {
            row: 3,
            kind: 'changed',
            name: 'شاي أخضر | Green tea',
            codes: ['12', '6281007009010'],
            price: '9.5',
            before: '9',
          },
          { row: 4, kind: 'added', name: 'كعك', codes: [] },
        ],
      },
    },
    act: choose,
  },
  'articles-faults': {
    hash: '#/articles/files',
    fake: {
      ...shop,
      preview: {
        ...preview,
        refused: 23,
        faultGroups: [
          {
            column: 'price',
            code: 'number-unclear',
            values: ['1,250', '2,500', '1,100'],
            count: 20,
            rows: [12, 14, 15, 19, 22, 40, 41, 60, 61, 62],
          },
          { column: 'codes', code: 'code-rounded', values: ['6.281E+12'], count: 2, rows: [7, 9] },
          { code: 'row-twice', values: ['30'], count: 1, rows: [31] },
        ],
        warnings: [
          {
            column: 'unit',
            code: 'unit-unknown',
            word: 'bushel',
            values: ['bushel'],
            count: 75,
            rows: [2, 3, 4],
          },
          { code: 'into-other', values: ['براغي → شاي أخضر | Green tea'], count: 1, rows: [88] },
        ],
        faults: [
          {
            row: 7,
            column: 'codes',
            code: 'code-rounded',
            params: { value: '6.281E+12' },
            name: 'خبز أسمر',
            value: '6.281E+12',
          },
          {
            row: 12,
            column: 'price',
            code: 'number-unclear',
            params: { value: '1,250' },
            name: 'Espresso machine',
            value: '1,250',
          },
          {
            row: 30,
            column: 'codes',
            code: 'code-taken',
            params: { value: 'شاي أخضر | Green tea' },
            name: 'شاي',
            value: '77',
          },
          { row: 31, code: 'row-twice', params: { value: 30 }, name: 'كعك' },
        ],
      },
    },
    act: choose,
  },
  'articles-prices': {
    hash: '#/articles/files',
    fake: {
      ...shop,
      preview: {
        ...preview,
        priceColumns: [
          { at: 2, heading: 'السعر', examples: ['12.50', '3.00', '7.25'] },
          { at: 4, heading: 'Sale price', examples: ['10.00', '2.50', '7.00'] },
        ],
      },
    },
    async act(page) {
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Sale price' }).waitFor();
    },
  },
  'articles-labels': {
    hash: '#/articles/labels',
    fake: shop,
    async act(page) {
      await page.getByLabel(/Scan or type a label|امسح ملصقًا/).fill('2100123003501');
      await page.getByText(/0\.35/).waitFor();
    },
  },
};
