/** @param onError receives the error of a listener; the other listeners are still called */
export function createEmitter<Event extends { readonly type: string }>(
  onError: (error: unknown, event: Event) => void,
) {
  const listeners = new Set<{ readonly type: Event['type']; readonly hear: (event: Event) => void }>();
  return {
    emit(event: Event) {
      for (const { type, hear } of [...listeners]) {
        if (type !== event.type) continue;
        try {
          hear(event);
        } catch (error) {
          onError(error, event);
        }
      }
    },
    /** Calls back for each event of one type. Returns a function that ends this. */
    on<Type extends Event['type']>(
      type: Type,
      listener: (event: Extract<Event, { readonly type: Type }>) => void,
    ): () => void {
      const entry = { type, hear: listener as (event: Event) => void };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}

export type Emitter<Event extends { readonly type: string }> = ReturnType<typeof createEmitter<Event>>;
