import { notTheAuthority } from './answer.ts';
import type { AcceptedDocument } from './document-store.ts';
import { type Faults, faultText } from './faults.ts';

/** A page for people who find the sandbox in a browser: what it is, what it is not, and what it received. */
export function page(documents: readonly AcceptedDocument[], faults: Faults): string {
  const rows = documents
    .toReversed()
    .map(({ acceptedAt, interface: where, status, icv, uuid, timesReceived, warnings }) =>
      row([
        new Date(acceptedAt).toISOString(),
        where,
        status,
        String(icv),
        uuid,
        String(timesReceived),
        String(warnings.length),
      ]),
    );
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
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8888; padding: .4rem; text-align: start; }
td { font-variant-numeric: tabular-nums; }
</style>
</head>
<body>
<div class="notice">
<h1>${notTheAuthority.en}</h1>
<h1 lang="ar" dir="rtl">${notTheAuthority.ar}</h1>
</div>
<p>Received and accepted: ${documents.length}. Faults in force: ${inForce}</p>
<p lang="ar" dir="rtl">المستندات المقبولة: ${documents.length}. الأعطال المفعلة: <bdi>${inForce}</bdi></p>
<table>
<thead>${row(['accepted at | وقت القبول', 'interface | الواجهة', 'status | الحالة', 'ICV | العداد', 'UUID | المعرف', 'times received | مرات الاستلام', 'warnings | تنبيهات'], 'th')}</thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

function row(cells: readonly string[], tag: 'td' | 'th' = 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
