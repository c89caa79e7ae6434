import type { RemoteMapping } from '../../../shared/contract/programs/remote.ts';
import { fail } from '../../../shared/failure.ts';
import { instantKey } from '../inbound/event.ts';
import type { RemoteUpdate } from '../inbound/remote-invoices.ts';
import type { LimitedFetch } from './limited-fetch.ts';
import { atPointer, textAt } from './pointer.ts';
import type { Tokens } from './tokens.ts';

/* GET /v2/invoices of another integration layer, page by page. */

export interface InvoicePage {
  readonly updates: readonly RemoteUpdate[];
  /** The number of items without a UUID at the place that the mapping names. */
  readonly unreadable: number;
}

export interface ListOptions {
  readonly url: string;
  readonly tokens: Tokens;
  readonly mapping: RemoteMapping;
  readonly fetch: LimitedFetch;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** A longer list is taken to be endless. */
const mostPages = 10_000;

/** Reads all pages one after the other. Fails with `remote-refused`, `remote-unreachable`. */
export async function* readPages(options: ListOptions): AsyncGenerator<InvoicePage> {
  const seen = new Set<string>();
  let url: string | undefined = options.url;
  while (url !== undefined && !seen.has(url)) {
    if (seen.size === mostPages) fail('remote-unreachable', { detail: { error: 'the list does not end' } });
    seen.add(url);
    const startedAt = options.now();
    const answer = await get(url, options);
    const body = await jsonOf(answer);
    // The list counts as information from the time of the request, by the same clock as the events.
    const elapsed = options.now() - startedAt;
    const asOf = (Date.parse(answer.headers.get('date') ?? '') || options.now()) - Math.max(elapsed, 0);
    yield toPage(body, options.mapping, new Date(asOf).toISOString());
    url = nextUrl(url, answer.headers.get('link'), body, options.mapping);
  }
}

/** Sends a token, and a second one if the first is refused (specification, OAuth 2.0, 4). */
async function get(url: string, { tokens, fetch }: ListOptions): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const token = await tokens.get();
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
    const answer = await fetch(url, { method: 'GET', headers });
    const { status } = answer;
    if (status === 200) return answer;
    if (status === 401) tokens.refused(token);
    if (status === 401 && attempt === 1) continue;
    const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    return fail(refused ? 'remote-refused' : 'remote-unreachable', { detail: { status } });
  }
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return fail('remote-unreachable', { detail: { status: answer.status, error: 'not JSON' } });
  }
}

function toPage(body: unknown, mapping: RemoteMapping, answeredAt: string): InvoicePage {
  const items = atPointer(body, mapping.items);
  if (!Array.isArray(items))
    return fail('remote-unreachable', { detail: { error: `no list at "${mapping.items}"` } });
  const updates: RemoteUpdate[] = [];
  for (const item of items) {
    const uuid = textAt(item, mapping.uuid);
    const asOf = instantKey(textAt(item, mapping.asOf) ?? answeredAt) ?? instantKey(answeredAt);
    if (uuid === undefined || asOf === undefined) continue;
    updates.push({
      uuid,
      asOf,
      id: textAt(item, mapping.id),
      status: textAt(item, mapping.status),
      clearedAt: textAt(item, mapping.clearedAt),
      listed: JSON.stringify(item),
    });
  }
  return { updates, unreadable: items.length - updates.length };
}

/** Returns the next page's address, by a Link header (RFC 8288) or a cursor; never of another origin. */
function nextUrl(
  url: string,
  link: string | null,
  body: unknown,
  mapping: RemoteMapping,
): string | undefined {
  const [, target] = /<([^<>]*)>\s*;[^,]*\brel="?next\b/.exec(link ?? '') ?? [];
  if (target !== undefined && URL.canParse(target, url)) {
    const next = new URL(target, url);
    return next.origin === new URL(url).origin ? next.href : undefined;
  }
  const cursor = mapping.next && textAt(body, mapping.next.cursor);
  if (mapping.next === undefined || cursor === undefined) return undefined;
  const next = new URL(url);
  next.searchParams.set(mapping.next.parameter, cursor);
  return next.href;
}
