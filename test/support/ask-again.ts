/**
 * Asks the main process of an Electron that is starting. Electron may collect the promise of such an evaluation, and
 * it is then asked again.
 */
export async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 10; ; left -= 1)
    try {
      return await ask();
    } catch (error) {
      if (left === 0) throw error;
    }
}
