import { ar } from '../../../../shared/words/ar/approval-page.ts';
import { ar as arStart } from '../../../../shared/words/ar/start.ts';
import { en } from '../../../../shared/words/en/approval-page.ts';
import { en as enStart } from '../../../../shared/words/en/start.ts';
import { fill } from '../../../../shared/words/fill.ts';
import { escapeHtml } from '../../../base/platform/escape-html.ts';

/* The page of a browser while a person is asked at the terminal; it has no script, and reloads itself. */

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;

/** The number of seconds until the waiting page reloads. */
export const askAgainAfter = 2;

/** Makes the page for a waiting request. @param checkWords are on the terminal's screen too */
export function waitingPage({ clientName, checkWords }: { clientName: string; checkWords: string }): string {
  const name = escapeHtml(clientName);
  return page(
    `<p lang="ar" dir="rtl">${fill(ar.asks, { name })}</p>
<p>${fill(en.asks, { name })}</p>
<p class="code" dir="ltr">${escapeHtml(checkWords)}</p>`,
  );
}

/** Makes the page for a request without an address to which the browser could be sent. */
export function endPage(message: string): string {
  return page(
    `<p lang="ar" dir="rtl">${ar.failed}</p>
<p>${en.failed}</p>
<p class="why" dir="ltr">${escapeHtml(message)}</p>`,
  );
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${enStart.name} · ${arStart.name}</title>
<style>body{font:18px system-ui,sans-serif;max-width:34em;margin:15vh auto;padding:0 1em;color-scheme:light dark}
.code{font-size:2.2em;font-weight:600;letter-spacing:.06em}.why{opacity:.7;font-size:.9em}</style></head>
<body>${body}</body></html>`;
}
