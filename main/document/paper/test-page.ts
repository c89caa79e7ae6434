import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { both, latin, measures, paperPage } from './paper-page.ts';
import { testWords } from './words.ts';

/**
 * Makes a page by which a person sees if printer and paper fit: it has a line from edge to edge, which must be
 * complete, both scripts, and squares as black as a code.
 * @param at the time of the request, on Riyadh's clock
 */
export function testPageHtml({ paper, at }: { paper: Paper; at: string }): string {
  const { width, edge } = measures[paper];
  const inside = width - 2 * edge;
  // The squares are three times the size of a code's module, side by side.
  const squares = Array.from(
    { length: 12 },
    (_, index) => `M${2 * index} 0h1v1h-1zM${2 * index + 1} 1h1v1h-1z`,
  );
  return paperPage({
    title: testWords.title.en,
    paper,
    body: [
      `<h2>${both(testWords.title)}</h2>`,
      `<p class="note">${latin(at)}</p>`,
      `<p class="note">${both(testWords.line)}</p>`,
      `<svg role="img" aria-label="${inside} mm" viewBox="0 0 ${inside} 3" style="width:${inside}mm"><path d="M0 0v3M${inside} 0v3M0 1.5h${inside}" stroke="#000" stroke-width="0.5"/></svg>`,
      `<p class="note">${latin(`${inside} mm`)}</p>`,
      `<svg role="img" aria-label="QR" viewBox="0 0 24 2" shape-rendering="crispEdges" style="width:28mm"><path d="${squares.join('')}"/></svg>`,
      `<footer>${both(testWords.sharp)}</footer>`,
    ],
  });
}
