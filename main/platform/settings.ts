/** Small facts by key, as JSON. Never secrets. */
export interface Settings {
  /** undefined when the key was never set. */
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}
