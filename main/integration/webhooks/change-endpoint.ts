import type { Endpoints } from './endpoints.ts';

/**
 * Returns a function that changes an endpoint, once its receiver may be called. It throws a FailureError if that is not
 * so.
 * @param onChanged called after the change
 */
export function createChangeEndpoint(
  endpoints: Pick<Endpoints, 'get' | 'change' | 'checkReach'>,
  onChanged: () => void,
) {
  return async (
    id: string,
    change: Parameters<Endpoints['change']>[1],
  ): Promise<ReturnType<Endpoints['change']>> => {
    const before = endpoints.get(id);
    const { url = before.url, allowPrivate = before.allowPrivate } = change;
    // Withdrawing a permission needs no check: an address that is no longer allowed is not called.
    if (url !== before.url || (allowPrivate && !before.allowPrivate))
      await endpoints.checkReach({ url, allowPrivate });
    const changed = endpoints.change(id, change);
    onChanged();
    return changed;
  };
}
