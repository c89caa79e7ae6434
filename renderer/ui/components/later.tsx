import { type ComponentType, useEffect, useState } from 'react';

/** A part of the page that is loaded when it is first shown, or before; it is empty while it is being loaded. */
export interface Loading<Props> {
  readonly Part?: ComponentType<Props>;
  readonly error?: unknown;
}

/** The reason why a part is not there; a browser remembers it for as long as the page is open, and does not try again. */
export class NotLoadedError extends Error {}

/**
 * Makes a part of the page that is loaded when it is first shown. A part that is already loaded appears at once;
 * React's `lazy` would leave its place empty for a third of a second the first time.
 */
export function later<Props extends object>(find: () => Promise<ComponentType<Props>>) {
  /** Remembers the loaded part, as the browser does too. */
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded = await find();
    return loaded;
  };
  /** Returns the part as soon as it is loaded, for a place that shows something else until then. */
  function useLoaded(): Loading<Props> {
    const [loading, setLoading] = useState<Loading<Props>>(() => (loaded ? { Part: loaded } : {}));
    const isLoaded = loading.Part !== undefined;
    useEffect(() => {
      if (isLoaded) return undefined;
      let isGone = false;
      load().then(
        (Part) => isGone || setLoading({ Part }),
        (error) => isGone || setLoading({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [isLoaded]);
    return loading;
  }
  /** Shows the part; throws the reason if it cannot be loaded. */
  function Screen(props: Props) {
    const loading = useLoaded();
    if ('error' in loading)
      throw new NotLoadedError('a screen could not be loaded', { cause: loading.error });
    return loading.Part === undefined ? null : <loading.Part {...props} />;
  }
  return { Screen, useLoaded, load };
}
