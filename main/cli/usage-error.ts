/** The call or one of its files is wrong: one line for stderr, exit code 2, nothing was written. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}
