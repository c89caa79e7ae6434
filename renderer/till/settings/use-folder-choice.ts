import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';

/**
 * Returns the function that opens the system's own dialog for folders; undefined if there is no window, so that a path
 * must be typed.
 */
export function useFolderChoice(from: string, onFolder: (folder: string) => void) {
  const { run, busy } = useTerminalCommand('startup.chooseFolder');
  const hasWindow = useTerminalQuery('startup.get', {}).data?.startup !== undefined;
  if (!hasWindow) return undefined;
  return {
    busy,
    async choose() {
      const chosen = await run({ from: from.trim() });
      if (chosen?.ok === true && chosen.value.folder !== undefined) onFolder(chosen.value.folder);
    },
  };
}
