import { type ComponentType, useEffect, useState } from 'react';

/** A part of the page that is loaded when it is first shown, or before; empty while it is on its way. */
export interface Loading<Props> {
  readonly Part?: ComponentType<Props>;
  /** The reason why it cannot be loaded. */
  readonly error?: unknown;
}

interface Later<Props> {
  /** Shows it; throws the reason where it cannot be loaded. */
  readonly Screen: ComponentType<Props>;
  /** Returns it as soon as it is there, for a place that shows something else until then. */
  readonly useLoaded: () => Loading<Props>;
  /** Loads it before it is needed. */
  readonly load: () => Promise<unknown>;
}

/**
 * Makes a part of the page that is loaded when it is first shown. A part that is loaded already appears at once,
 * whereas React's `lazy` leaves its place empty for a third of a second the first time, even then.
 */
export function later<Props extends object>(find: () => Promise<ComponentType<Props>>): Later<Props> {
  /** Mirrors the browser's own record of what it has loaded. */
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded = await find();
    return loaded;
  };
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
  function Screen(props: Props) {
    const loading = useLoaded();
    if ('error' in loading) throw loading.error;
    return loading.Part === undefined ? null : <loading.Part {...props} />;
  }
  return { Screen, useLoaded, load };
}
