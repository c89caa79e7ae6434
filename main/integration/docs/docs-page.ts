import { ar } from '../../../shared/words/ar/api-docs.ts';
import { en } from '../../../shared/words/en/api-docs.ts';
import { issueCodes, words } from '../../../shared/words/index.ts';
import { testValueLead, testValues } from '../../sandbox/faults/directive-help.ts';
import { allProblems } from '../problem.ts';
import { formIssues, isPublicCode } from '../public-issues.ts';
import { apiChanges } from './api-version.ts';
import { code, type Html, html, inline, prose } from './html.ts';
import { manyTills } from './many-tills.ts';
import type { OpenApi, Operation } from './openapi-document.ts';
import { addressMark, stepCommands } from './quickstart.ts';
import { receivers } from './receivers.ts';
import { reference, rowsOf, table } from './reference.ts';

/* The page for integrators, made from the API's description and the texts of its problems. */

export const docsPaths = {
  page: '/docs',
  style: '/docs/docs.css',
  http: '/docs/khatm.http',
  postman: '/docs/khatm.postman_collection.json',
} as const;

const chapters = [
  ['quickstart', en.title],
  ['know', 'What to know'],
  ['training', en.training.title],
  ['reference', 'Reference'],
  ['errors', 'Error codes'],
  ['webhooks', 'Webhooks'],
  ['folder', en.folder.title],
  ['tills', en.tills.title],
  ['changes', 'Changes'],
  ['ar', ar.title],
] as const;

/** Returns the page, with a placeholder for the terminal's address. @param sandbox its address, if in training */
export function docsPage(document: OpenApi, sandbox: string | undefined): string {
  const { title, version, description } = document.info;
  return `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} API ${version}</title><link rel="stylesheet" href="${docsPaths.style}"></head>
<body><header><h1>${title} API ${version}</h1>
<p>${en.address}: <code>${addressMark}</code></p>
<nav aria-label="Chapters"><ul>${chapters.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<p>For tools: <a href="/openapi.json">openapi.json</a> (3.1), <a href="/openapi-3.0.json">openapi-3.0.json</a>, <a href="${docsPaths.http}">khatm.http</a>, <a href="${docsPaths.postman}">khatm.postman_collection.json</a> (Postman, Bruno, Insomnia).</p></header>
<main>
<section id="quickstart"><h2>${en.title}</h2>${quickstart()}</section>
<section id="know"><h2>What to know</h2>${prose(description)}</section>
<section id="training"><h2>${en.training.title}</h2>${training(sandbox)}</section>
<section id="reference"><h2>Reference</h2><p>Fields with a * are needed. ${inline('Decimals are texts such as `"12.50"`.')}</p>${reference(document)}</section>
<section id="errors"><h2>Error codes</h2>${problems()}</section>
<section id="webhooks"><h2>Webhooks</h2>${hooks(document)}</section>
<section id="folder"><h2>${en.folder.title}</h2>${prose(en.folder.text)}</section>
<section id="tills"><h2>${en.tills.title}</h2>${prose(en.tills.text)}${code('many-tills', manyTills)}</section>
<section id="changes"><h2>Changes</h2>${changes()}</section>
${arabic()}
</main></body></html>`.html
  }\n`;
}

type Step = keyof typeof stepCommands;
const steps = Object.entries(stepCommands) as [Step, string][];

function quickstart(): Html {
  return html`<p>${en.need}</p>
${steps.map(
  ([id, commands], index) =>
    html`<h3>${index + 1}. ${en.steps[id].title}</h3>${prose(en.steps[id].text)}${code(`quickstart-${id}`, commands)}`,
)}${prose(en.network)}`;
}

function training(sandbox: string | undefined): Html {
  return html`${prose(en.training.text)}${
    sandbox === undefined ? '' : html`<p>${en.training.sandbox}: <code>${sandbox}</code></p>`
  }<p>${testValueLead.en}</p>
${table(
  ['Name of a line', 'Its document'],
  testValues.map(({ form, en: outcome }) => [html`<code>${form}</code>`, outcome]),
)}`;
}

/** Describes the steps in Arabic; the commands are in the English part. */
function arabic(): Html {
  return html`<section id="ar" lang="ar" dir="rtl"><h2>${ar.title}</h2>
<p>${ar.address}: <code dir="ltr">${addressMark}</code></p><p>${ar.need}</p>
<ol>${steps.map(
    ([id]) =>
      html`<li><strong>${ar.steps[id].title}.</strong> ${inline(ar.steps[id].text)} <a href="#quickstart-${id}">${ar.commands}</a></li>`,
  )}</ol>${prose(ar.network)}<h3>${ar.training.title}</h3>${prose(ar.training.text)}
<p>${testValueLead.ar} <a href="#training"><span dir="ltr">khatm-test</span></a></p>
<h3>${ar.folder.title}</h3>${prose(ar.folder.text)}<h3>${ar.tills.title}</h3>${prose(ar.tills.text)}
<p><a href="#many-tills">${ar.commands}</a></p></section>`;
}

function problems(): Html {
  const inArabic = (text: string) => html`<span lang="ar" dir="rtl">${text}</span>`;
  const rows = (isWanted: (status: number) => boolean) =>
    allProblems()
      .filter(({ status }) => isWanted(status))
      .map(({ code: each, status, words: text }) => [
        html`<code id="problem-${each}">${each}</code>`,
        String(status),
        text.en,
        inArabic(text.ar),
      ]);
  const issues = issueCodes
    .filter(isPublicCode)
    .map((each) => [html`<code>${each}</code>`, words.en.issues[each], inArabic(words.ar.issues[each])]);
  return html`${prose(
    'An error is a problem (RFC 9457): look at its `code`, and with `bad-input` at the `path` and `code` of each issue. After 429 and 503 try again when `Retry-After` has passed; after 409 and other 400 do not repeat the call as it is. A lost answer is no error: send the same again.',
  )}
${table(
  ['Code', 'Status', 'English', 'Arabic'],
  rows((status) => status < 503),
)}
<h3>The terminal cannot do it now</h3>${prose(
    'With 503 nothing is wrong with the call: the terminal itself says why it cannot act, for the person who looks after it. Send the same again after `Retry-After`, and tell a manager if it stays.',
  )}
${table(
  ['Code', 'Status', 'English', 'Arabic'],
  rows((status) => status >= 503),
)}
<h3>Codes of issues</h3>${prose(
    `The form of a field: ${formIssues.map((each) => `\`${each}\``).join(', ')}; \`params\` has the limit, or the \`allowed\` values. Codes such as \`BR-KSA-08\` are rules of the authority. The others follow with the words of the screens; an English \`message\` of the API may say more. Words may change, so act on codes:`,
  )}
${table(['Code', 'English', 'Arabic'], issues)}
<h3>Errors of OAuth</h3>${prose(
    '`/oauth/token` and `/oauth/revoke` answer as RFC 6749 §5.2 says: `error` and `error_description`. `invalid_client` with 401 is a wrong id or secret, with 400 a missing one.',
  )}`;
}

function hooks({ webhooks }: OpenApi): Html {
  const operations = Object.entries(webhooks).map(([name, { post }]) => ({ name, post }));
  const [first] = operations;
  const headers = first?.post?.parameters ?? [];
  return html`${prose(
    'A manager adds your address under **Settings → Integrations → Webhooks out** and gives you the signing secret, which is shown once. The address is https; in training also http on the terminal’s own machine. Without a screen a script does the same: `khatm integration webhook add --data DIR --json https://shop.example/khatm` prints the secret, `--kind` chooses the kinds, and `webhook test ID --kind cleared` sends one to try. Answer 2xx within ten seconds and work afterwards. Anything else is tried again, after 5 seconds at first and then for days; 400 and 401 are final: where your secret or your clock was wrong, find what was given up with `GET /v2/webhooks/deliveries?state=dead` and send each again. Events come at least once and not always in order: drop an `id` that you have seen (two receivers get one event under two ids), and ask for the document when its state matters.\n\nCheck `Khatm-Signature`, over the time and the **raw bytes** of the body, before you parse it, in constant time. `X-Service-Signature` covers the body alone: who once saw a body with it could send you that again, with a fresh `X-Service-Timestamp`. During a rotation there are two secrets: accept either. A manager begins and ends it on the same page, or a script: `khatm integration webhook rotate ID --data DIR` prints the second secret, both sign until `webhook rotate ID --finish`, and then the new one alone does.',
  )}
${table(
  ['Header', 'What'],
  headers.map(({ name, description = '' }) => [html`<code>${name}</code>`, inline(description)]),
)}
<h3>Kinds</h3>${operations.map(hookPart)}${prose(
    'Nobody can call your program? `GET /v2/events` has every event of a document, in short: what happened, to which one, with your `saleId`, `reference` and `metadata`.',
  )}
<h3>Receivers</h3>${receivers.map(
    ({ language, id, start, source }) =>
      html`<h4>${language}</h4><p><code dir="ltr">${start}</code></p>${code(id, source)}`,
  )}`;
}

function hookPart({ name, post }: { name: string; post: Operation | undefined }): Html {
  const body = post?.requestBody?.content['application/json'];
  const example = body?.example === undefined ? undefined : JSON.stringify(body.example, null, 2);
  return html`<details id="event-${name}"><summary><code>${name}</code> ${post?.summary}</summary>
${prose(post?.description ?? '')}
${example === undefined ? undefined : code(`example-${name}`, example)}
${body === undefined ? undefined : table(['Field', 'Type', 'What'], rowsOf(body.schema, ''))}</details>`;
}

function changes(): Html {
  return html`${prose('Of the API, whose version stands in `X-Api-Version`; the program has one of its own.')}
${apiChanges.map(
  ({ version, changes: list }) =>
    html`<h3>${version}</h3><ul>${list.map((each) => html`<li>${each}</li>`)}</ul>`,
)}`;
}
