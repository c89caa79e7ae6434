/** What the terminal asks the keychain process; one at a time, each gets one answer. */
export type KeychainRequest = { readonly service: string } & (
  | { readonly call: 'get' | 'delete'; readonly account: string }
  | { readonly call: 'set'; readonly account: string; readonly value: string }
  | { readonly call: 'list' }
);

export interface KeychainAnswer {
  /** Of `get`; null when there is no such account. */
  readonly value?: string | null;
  /** Of `list`. */
  readonly accounts?: readonly string[];
  /** The library's own words; they hold no secret. */
  readonly error?: string;
}

/** A started keychain process: Node's child process or Electron's utility process. */
export interface KeychainProcess {
  send(request: KeychainRequest): void;
  /** Replaces the listener before. `undefined` says that the process has ended. */
  listen(listener: (answer: KeychainAnswer | undefined) => void): void;
  kill(): void;
}
export type StartKeychainProcess = () => KeychainProcess;
