import type { OpenEnvironment } from '../environment.ts';

/**
 * Continues a credential flow that stopped. Its view then has the failure, if it stopped again.
 * @param otp a code from the authority's portal; training needs none, because its own sandbox makes it
 */
export async function continueFlow(
  { environment, credentials, getReady }: Pick<OpenEnvironment, 'environment' | 'credentials' | 'getReady'>,
  otp: string | undefined,
): Promise<void> {
  if (environment === 'training') await getReady().catch(() => undefined);
  else await credentials.flow.proceed(otp);
}
