import { fill } from '../../shared/words/fill.ts';
import { escapeHtml } from '../base/platform/escape-html.ts';
import { sandboxTexts, type Text } from './checks/finding.ts';
import type { PlayedEnvironment } from './environments.ts';
import {
  type DirectiveHelp,
  directiveSyntax,
  faultWords,
  scenarioWords,
  testValueLead,
  testValues,
} from './faults/directive-help.ts';
import { type Faults, faultText } from './faults/faults.ts';
import type { AcceptedDocument } from './store/document-store.ts';

const texts = sandboxTexts.page;

/**
 * Makes the page that people find when they open the sandbox in a browser: its purpose, the documents it received, and
 * its directives.
 * @param notice the result of the button that was pressed
 */
export function page(
  environment: PlayedEnvironment,
  documents: readonly AcceptedDocument[],
  faults: Faults,
  notice?: Text,
): string {
  const inForce = faults.length === 0 ? '—' : escapeHtml(faults.map(faultText).join(' '));
  const facts = { environment, count: documents.length, inForce };
  const summary = {
    en: fill(texts.summary.en, facts),
    ar: fill(texts.summary.ar, {
      ...facts,
      environment: `<bdi>${environment}</bdi>`,
      inForce: `<bdi>${inForce}</bdi>`,
    }),
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${enThenAr(texts.title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
.notice { border: 3px solid #b45309; padding: 0 1rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; }
input, button { font: inherit; min-height: 3rem; padding: 0 1rem; }
input { flex: 1; min-width: 16rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8888; padding: .4rem; text-align: start; vertical-align: top; }
td { font-variant-numeric: tabular-nums; }
</style>
</head>
<body>
<div class="notice">
<h1>${sandboxTexts.notTheAuthority.en}</h1>
<h1 lang="ar" dir="rtl">${sandboxTexts.notTheAuthority.ar}</h1>
</div>
${notice === undefined ? '' : bilingual(notice)}
<p>${summary.en}</p>
<p lang="ar" dir="rtl">${summary.ar}</p>
<form method="post" action="/">
<button name="button" value="otp">${enThenAr(texts.makeOtp)}</button>
<button name="button" value="well">${enThenAr(texts.behave)}</button>
</form>
<form method="post" action="/">
<input name="directive" aria-label="${enThenAr(texts.directive)}" placeholder="drop@production*1" required autocomplete="off">
<button name="button" value="run">${enThenAr(texts.run)}</button>
</form>
<details>
<summary>${enThenAr(texts.allDirectives)}</summary>
<p>${escapeHtml(directiveSyntax.en)}</p>
<p lang="ar" dir="rtl">${escapeHtml(directiveSyntax.ar)}</p>
<table>
<tbody>
${[...Object.values(faultWords), ...Object.values(scenarioWords)].map(directiveRow).join('\n')}
</tbody>
</table>
</details>
<details>
<summary>${enThenAr(texts.testValues)}</summary>
<p>${escapeHtml(testValueLead.en)}</p>
<p lang="ar" dir="rtl">${escapeHtml(testValueLead.ar)}</p>
<table>
<tbody>
${testValues.map(directiveRow).join('\n')}
</tbody>
</table>
</details>
<table>
<thead>${row(documentHeads, 'th')}</thead>
<tbody>
${documents.toReversed().map(documentRow).join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

const documentHeads = Object.values(texts.columns).map(enThenAr);

function enThenAr({ en, ar }: Text): string {
  return `${en} | ${ar}`;
}

function documentRow(document: AcceptedDocument): string {
  const { acceptedAt, interface: where, status, icv, uuid, timesReceived, warnings } = document;
  const at = new Date(acceptedAt).toISOString();
  return row([at, where, status, String(icv), uuid, String(timesReceived), String(warnings.length)]);
}

function directiveRow({ form, en, ar }: DirectiveHelp): string {
  const words = `${escapeHtml(en)}<br><span lang="ar" dir="rtl">${escapeHtml(ar)}</span>`;
  return `<tr><td><code>${escapeHtml(form)}</code></td><td>${words}</td></tr>`;
}

function bilingual({ en, ar }: Text): string {
  return `<p role="status"><strong>${escapeHtml(en)}</strong></p>
<p lang="ar" dir="rtl"><strong>${escapeHtml(ar)}</strong></p>`;
}

function row(cells: readonly string[], tag: 'td' | 'th' = 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
}
