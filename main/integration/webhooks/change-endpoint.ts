import type { Endpoints } from './endpoints.ts';

/** Changes an endpoint, once its receiver may be called. @throws FailureError */
export async function changeReachable(
  endpoints: Pick<Endpoints, 'get' | 'change' | 'checkReach'>,
  id: string,
  change: Parameters<Endpoints['change']>[1],
): Promise<ReturnType<Endpoints['change']>> {
  const before = endpoints.get(id);
  const { url = before.url, allowPrivate = before.allowPrivate } = change;
  // Withdrawing a permission needs no check: an address that is no longer allowed is not called.
  if (url !== before.url || (allowPrivate && !before.allowPrivate))
    await endpoints.checkReach({ url, allowPrivate });
  return endpoints.change(id, change);
}
