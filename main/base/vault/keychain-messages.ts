/** A request to the keychain process. Requests are sent one at a time, and each gets one answer. */
export type KeychainRequest = { readonly service: string } & (
  | { readonly call: 'get' | 'delete'; readonly account: string }
  | { readonly call: 'set'; readonly account: string; readonly value: string }
  | { readonly call: 'list' }
);

export interface KeychainAnswer {
  readonly value?: string | null;
  readonly accounts?: readonly string[];
  readonly error?: string;
}

/** A started keychain process: Node's child process or Electron's utility process. */
export interface KeychainProcess {
  send(request: KeychainRequest): void;
  /** Replaces the previous listener. `undefined` reports that the process has ended. */
  listen(listener: (answer: KeychainAnswer | undefined) => void): void;
  kill(): void;
}
export type StartKeychainProcess = () => KeychainProcess;
