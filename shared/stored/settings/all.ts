import * as catalogue from './catalogue.ts';
import * as environment from './environment.ts';
import * as integration from './integration.ts';
import * as office from './office.ts';
import type { Setting } from './setting.ts';
import * as terminal from './terminal.ts';

/** Every setting, by the name under which it is stored. */
export const allSettings: ReadonlyMap<
  string,
  Pick<Setting<unknown>, 'name' | 'read' | 'isGuard' | 'isProved'>
> = new Map(
  Object.values({ ...terminal, ...environment, ...office, ...catalogue, ...integration }).flatMap((value) =>
    typeof value === 'object' && 'isGuard' in value ? [[value.name, value]] : [],
  ),
);
