import { failureOf } from '../../../base/platform/dispatch.ts';
import { openContext } from '../context.ts';
import { environmentOf, type OpenEnvironment } from '../environment.ts';
import type { EnvironmentOptions } from '../options.ts';
import { connectParts, startWork } from './connect-parts.ts';
import { followChanges } from './follow-changes.ts';
import { openParts } from './open-parts.ts';
import { createServices } from './services.ts';

/**
 * Opens one environment and starts its work. This is the composition root: each step uses the ones above it, and events
 * inform the parts.
 * @throws FailureError when the ledger or the sandbox cannot be opened; everything opened before is closed again
 */
export async function openEnvironment(options: EnvironmentOptions): Promise<OpenEnvironment> {
  const services = createServices(options.clock, (error) => failureOf(error, options.log, 'closing'));
  try {
    const context = await openContext(options, services);
    const parts = openParts(context);
    followChanges(context, parts);
    startWork(context, parts, connectParts(context, parts));
    return environmentOf(context, parts);
  } catch (error) {
    await services.stop();
    throw error;
  }
}
