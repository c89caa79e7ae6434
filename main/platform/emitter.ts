export interface Emitter<Event extends { readonly type: string }> {
  emit(event: Event): void;
  /** Calls back for each event of one type. Returns a function that ends this. */
  on<Type extends Event['type']>(
    type: Type,
    listener: (event: Extract<Event, { readonly type: Type }>) => void,
  ): () => void;
}

/** @param onError receives the error of a listener; the other listeners are still called */
export function createEmitter<Event extends { readonly type: string }>(
  onError: (error: unknown, event: Event) => void,
): Emitter<Event> {
  const listeners = new Set<{ readonly type: Event['type']; readonly hear: (event: Event) => void }>();
  return {
    emit(event) {
      for (const { type, hear } of [...listeners]) {
        if (type !== event.type) continue;
        try {
          hear(event);
        } catch (error) {
          onError(error, event);
        }
      }
    },
    on(type, listener) {
      const entry = { type, hear: listener as (event: Event) => void };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}
