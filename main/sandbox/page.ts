import { notTheAuthority } from './answer.ts';
import { type DirectiveHelp, directiveSyntax, faultWords, scenarioWords } from './directive-help.ts';
import type { AcceptedDocument } from './document-store.ts';
import type { PlayedEnvironment } from './environments.ts';
import { type Faults, faultText } from './faults.ts';
import type { Text } from './finding.ts';

/**
 * A page for people who find the sandbox in a browser: what it is, what it is not, what it received, and how to make it
 * misbehave.
 * @param notice what became of the button that was pressed
 */
export function page(
  environment: PlayedEnvironment,
  documents: readonly AcceptedDocument[],
  faults: Faults,
  notice?: Text,
): string {
  const inForce = faults.length === 0 ? '—' : escapeHtml(faults.map(faultText).join(' '));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Training sandbox, not the tax authority | بيئة تدريب</title>
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
<h1>${notTheAuthority.en}</h1>
<h1 lang="ar" dir="rtl">${notTheAuthority.ar}</h1>
</div>
${notice === undefined ? '' : said(notice)}
<p>Plays: ${environment}. Received and accepted: ${documents.length}. Orders in force: ${inForce}</p>
<p lang="ar" dir="rtl">البيئة: <bdi>${environment}</bdi>. المستندات المقبولة: ${documents.length}. الأوامر السارية: <bdi>${inForce}</bdi></p>
<form method="post" action="/">
<button name="button" value="otp">New one-time password | رمز تحقق جديد</button>
<button name="button" value="well">Behave well again | سلوك سليم</button>
</form>
<form method="post" action="/">
<input name="order" aria-label="Order | أمر" placeholder="drop@production*1" required autocomplete="off">
<button name="button" value="order">Order | نفذ</button>
</form>
<details>
<summary>All orders | كل الأوامر</summary>
<p>${escapeHtml(directiveSyntax.en)}</p>
<p lang="ar" dir="rtl">${escapeHtml(directiveSyntax.ar)}</p>
<table>
<tbody>
${[...Object.values(faultWords), ...Object.values(scenarioWords)].map(orderRow).join('\n')}
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

const documentHeads = [
  'accepted at | وقت القبول',
  'interface | الواجهة',
  'status | الحالة',
  'ICV | العداد',
  'UUID | المعرف',
  'times received | مرات الاستلام',
  'warnings | تنبيهات',
];

function documentRow(document: AcceptedDocument): string {
  const { acceptedAt, interface: where, status, icv, uuid, timesReceived, warnings } = document;
  const at = new Date(acceptedAt).toISOString();
  return row([at, where, status, String(icv), uuid, String(timesReceived), String(warnings.length)]);
}

function orderRow({ form, en, ar }: DirectiveHelp): string {
  const words = `${escapeHtml(en)}<br><span lang="ar" dir="rtl">${escapeHtml(ar)}</span>`;
  return `<tr><td><code>${escapeHtml(form)}</code></td><td>${words}</td></tr>`;
}

function said({ en, ar }: Text): string {
  return `<p role="status"><strong>${escapeHtml(en)}</strong></p>
<p lang="ar" dir="rtl"><strong>${escapeHtml(ar)}</strong></p>`;
}

function row(cells: readonly string[], tag: 'td' | 'th' = 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
