import type { Environment as EnvironmentName } from '../../../../shared/status.ts';
import type { OpenEnvironment } from '../environment.ts';

/** Returns the folder for backups that was tried before production began: simulation's, else training's. */
export function backupFolderTried(
  opened: ReadonlyMap<EnvironmentName, Pick<OpenEnvironment, 'backups'>>,
): string | undefined {
  const folders = (['simulation', 'training'] as const).map(
    (name) => opened.get(name)?.backups.view().folder,
  );
  return folders.find((folder) => folder !== undefined);
}
