import type { ArticleColumn } from '../../sale/article.ts';

/** The files with articles. `others`: further headings that are understood, separated by commas. */
export const en = {
  columns: {
    id: 'Id',
    nameAr: 'Name in Arabic',
    nameEn: 'Name in English',
    name: 'Name',
    codes: 'Codes',
    shortCode: 'Short code',
    price: 'Price with VAT',
    unit: 'Unit',
    group: 'Group',
    vat: 'VAT',
    vatReason: 'VAT reason',
    vatReasonText: 'VAT reason in words',
    favourite: 'Favourite',
    active: 'On sale',
  },
  others: {
    nameAr: 'arabic name, name ar, arabic',
    nameEn: 'english name, name en, english',
    name: 'item, item name, product, product name, description, article, title',
    codes: 'code, barcode, barcodes, sku, ean, gtin, upc, item code',
    shortCode: 'plu',
    price: 'price, unit price, sale price, selling price, retail price',
    unit: 'uom',
    group: 'category, department',
    vat: 'vat rate, tax, vat percent',
    vatReason: 'exemption, exemption reason',
    favourite: 'favorite',
    active: 'active',
  },
  currency: 'SAR, SR, S.R., riyal, riyals, saudi riyal, saudi riyals',
  yes: 'yes',
  no: 'no',
  fileName: 'articles',
} as const satisfies { columns: Record<ArticleColumn, string>; [key: string]: unknown };
