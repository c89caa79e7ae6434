/** True for a process of this machine that is not this one. */
export function isOtherAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0); // This only tests that the process exists.
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // It belongs to another user.
  }
}
