import { useCallback, useEffect, useRef, useState } from 'react';
import type { TreeChoice, TreeSource } from './picker-source.ts';
import type { Loaded } from './tree-rows.ts';

/** Levels that are read at the same time when a tree is read again. */
const atOnce = 6;

/** A tree that is read level by level. */
export interface LazyNodes {
  loaded: Loaded;
  /** Why the last reading failed; the level may be asked for again. */
  error: unknown;
  /** Reads the children of a node, once. Answers whether they are there. */
  load(parentId: string | null): Promise<boolean>;
  /** Reads the top and these levels again and forgets all others. */
  reload(open: readonly string[]): Promise<void>;
}

/** Reads a tree level by level; an answer that comes after a newer reading began is thrown away. */
export function useTree(source: TreeSource): LazyNodes {
  const [loaded, setLoaded] = useState<Loaded>(new Map());
  const [error, setError] = useState<unknown>();
  const reading = useRef<Reading>(undefined);
  useEffect(
    () => () => {
      reading.current?.stop.abort();
      // An effect that runs again (a page that comes back) reads with a signal of its own.
      reading.current = undefined;
    },
    [source],
  );
  const load = useCallback(
    async (parent: string | null): Promise<boolean> => {
      const now = (reading.current ??= begin());
      const level = now.levels.get(parent) ?? source.children(parent, now.stop.signal);
      now.levels.set(parent, level);
      try {
        const children = await level;
        if (now !== reading.current) return false;
        setLoaded((before) => (before.get(parent) === children ? before : new Map(before).set(parent, children)));
        setError(undefined);
        return true;
      } catch (cause) {
        now.levels.delete(parent);
        if (!now.stop.signal.aborted) setError(cause);
        return false;
      }
    },
    [source],
  );
  const reload = useCallback(
    async (open: readonly string[]): Promise<void> => {
      reading.current?.stop.abort();
      const now = (reading.current = begin());
      const wanted: (string | null)[] = [null, ...open];
      const levels = new Map<string | null, readonly TreeChoice[]>();
      const read = async (): Promise<void> => {
        for (let next = wanted.shift(); next !== undefined; next = wanted.shift())
          levels.set(next, await source.children(next, now.stop.signal));
      };
      try {
        await Promise.all(Array.from({ length: atOnce }, read));
        if (now !== reading.current) return;
        for (const [parent, children] of levels) now.levels.set(parent, Promise.resolve(children));
        setLoaded(levels);
        setError(undefined);
      } catch (cause) {
        if (!now.stop.signal.aborted) setError(cause);
      }
    },
    [source],
  );
  return { loaded, error, load, reload };
}

/** Everything that was read since the tree was last read again. */
interface Reading {
  stop: AbortController;
  levels: Map<string | null, Promise<readonly TreeChoice[]>>;
}

const begin = (): Reading => ({ stop: new AbortController(), levels: new Map() });
