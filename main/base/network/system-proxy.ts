/* The proxy of this machine: by variables, usual on Linux, or by the system's settings, which Chromium reads. */

/** Asks the system for the route to a URL, in the syntax of a proxy script: `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

export async function systemProxy(
  url: URL,
  env: NodeJS.ProcessEnv,
  resolve: ResolveProxy | undefined,
): Promise<string | undefined> {
  const get = (name: string) => env[name.toLowerCase()] || env[name];
  if (isExcepted(url, get('NO_PROXY') ?? '')) return undefined;
  const named = get('HTTPS_PROXY') ?? get('ALL_PROXY');
  if (named !== undefined) return proxyAddress(/^[a-z]+:\/\//i.test(named) ? named : `http://${named}`);
  return resolve === undefined ? undefined : firstOf(await resolve(url.href));
}

/** Returns the first HTTP proxy or direct route of a proxy script's answer. */
function firstOf(ways: string): string | undefined {
  for (const way of ways.split(';')) {
    const [kind = '', host] = way.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return undefined;
    if (host === undefined) continue;
    if (kind.toUpperCase() === 'PROXY') return proxyAddress(`http://${host}`);
    if (kind.toUpperCase() === 'HTTPS') return proxyAddress(`https://${host}`);
  }
  return undefined;
}

function proxyAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  return /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

/** Applies `NO_PROXY`: names with their subdomains, optionally with a port, addresses, or `*` for all. */
function isExcepted({ hostname, port }: URL, list: string): boolean {
  const host = hostname.toLowerCase();
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = entry, only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (only !== undefined && only !== (port || '443')) return false;
      const bare = name.replace(/^\*?\./, '');
      return host === bare || host.endsWith(`.${bare}`);
    });
}
