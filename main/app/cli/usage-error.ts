/** An error in the call or its files: it prints one line on stderr, the exit code is 2, and nothing was written. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}

/** Returns true for errors of the operating system: a folder that is a file, a port in use, a full disk. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'is a folder',
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'is a file, not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'may not be written',
  ENOSPC: 'the disk is full',
  EADDRINUSE: 'the port is taken',
};

/** Describes the error in one line, with its file or port. */
export function describeSystemError(error: NodeJS.ErrnoException): string {
  const { code = '', path, port } = error as NodeJS.ErrnoException & { port?: number };
  const place = path ?? (port === undefined ? undefined : `port ${port}`);
  const reason = reasons[code] ?? code;
  return place === undefined ? reason : `${place}: ${reason}`;
}
