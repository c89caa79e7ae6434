import type { Article } from '../../../shared/contract/till/articles.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { words as language } from '../../../shared/words/index.ts';
import { escapeHtml } from '../../base/platform/escape-html.ts';
import { priceText } from './amounts.ts';
import { linearCode } from './code-128.ts';
import { both, latin, paperPage, written } from './paper-page.ts';
import { labels as words } from './words.ts';

export interface PriceLabel {
  readonly article: Pick<Article, 'nameAr' | 'nameEn' | 'codes' | 'price'>;
  readonly copies: number;
}

/** A sheet has three labels side by side, in eight rows. */
const style = `<style>
.labels { display: grid; grid-template-columns: repeat(3, 60mm); gap: 1mm 5mm; padding: 0 }
.labels .label { font-size: 0.8em }
.label { height: 33mm; overflow: hidden; text-align: center; break-inside: avoid; padding: 1mm }
.roll .label { height: auto; padding: 2mm 0 4mm; break-after: page }
.label p { line-height: 1.25; overflow-wrap: anywhere } .label .ar, .label .en { max-height: 2.5em; overflow: hidden }
.label .ar { font-weight: 600 } .label .price { font-size: 1.5em; font-weight: 600 }
.label svg.barcode { display: block; height: 8mm; margin: 0.5mm auto 0 } .label .number { margin: 0; font-size: 0.85em }
</style>`;

export function labelPage(labels: readonly PriceLabel[], paper: Paper): string {
  const isSheet = paper === 'a4';
  const all = labels.flatMap(({ article, copies }) =>
    Array.from({ length: copies }, () => labelOf(article, isSheet ? 54 : paper === 'roll58' ? 46 : 70)),
  );
  return paperPage({
    title: 'Labels',
    paper,
    isWide: isSheet,
    body: [style, `<div class="${isSheet ? 'labels' : 'roll'}">`, ...all, '</div>'],
  });
}

/** Makes one label. @param millimetres the space for the barcode */
function labelOf({ nameAr, nameEn, codes, price }: PriceLabel['article'], millimetres: number): string {
  return [
    '<section class="label">',
    nameAr === undefined ? '' : `<p class="ar" dir="rtl">${written(nameAr)}</p>`,
    nameEn === undefined ? '' : `<p class="en" dir="ltr">${written(nameEn)}</p>`,
    price === undefined
      ? ''
      : `<p class="price">${latin(priceText(price))} <small>${escapeHtml(language.ar.formats.riyal)} SAR</small></p><p><small>${both(words.shelfPrice)}</small></p>`,
    barcodeOf(codes[0], millimetres),
    '</section>',
  ].join('');
}

/** A module takes three dots of a receipt printer if there is room, and at least two. */
const dotsWide = [3, 2] as const;
const dotsPerMillimetre = 8;

function barcodeOf(code: string | undefined, millimetres: number): string {
  const drawn = code === undefined ? undefined : linearCode(code);
  if (code === undefined || drawn === undefined) return '';
  const widths = dotsWide.map((dots) => (drawn.width * dots) / dotsPerMillimetre);
  const width = widths.find((one) => one <= millimetres);
  const number = `<p class="number">${latin(code)}</p>`;
  if (width === undefined) return number;
  const svg = `<svg class="barcode" role="img" aria-label="${escapeHtml(code)}" viewBox="0 0 ${drawn.width} 1" preserveAspectRatio="none" shape-rendering="crispEdges" style="width:${width}mm"><path d="${drawn.path}"/></svg>`;
  return svg + number;
}
