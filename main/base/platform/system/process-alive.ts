/** Returns true for a running process of this machine other than this one. */
export function isOtherAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0); // This only tests that the process exists.
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // The process belongs to another user.
  }
}
