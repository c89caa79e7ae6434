import { escapeHtml } from '../../base/platform/escape-html.ts';

/* Makes pages as text; every value that is not `Html` is escaped. */

/** The text that is safe to put into a page. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Part[];

/** Joins markup and values; values are escaped, lists are joined, and undefined becomes nothing. */
export function html(markup: TemplateStringsArray, ...values: readonly Part[]): Html {
  return { html: String.raw({ raw: markup }, ...values.map(textOf)) };
}

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(textOf).join('');
}

/** Renders the part of Markdown that descriptions use: paragraphs, lists, code, bold and links. */
export function prose(markdown: string): Html {
  const blocks = markdown.trim().split(/\n{2,}/);
  return html`${blocks.map((block) =>
    block.startsWith('- ')
      ? html`<ul>${block
          .slice(2)
          .split(/\n- /)
          .map((item) => html`<li>${inline(item)}</li>`)}</ul>`
      : html`<p>${inline(block)}</p>`,
  )}`;
}

export function inline(markdown: string): Html {
  const marked = escapeHtml(markdown)
    .replace(/`([^`]+)`/g, '<code dir="ltr">$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
  return { html: marked };
}

/** Makes a block of code with an id by which programs find it; readers can scroll it with the keyboard. */
export const code = (id: string, text: string): Html =>
  html`\n<pre id="${id}" tabindex="0" dir="ltr"><code>${text.trim()}\n</code></pre>\n`;
