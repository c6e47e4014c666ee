import { useCallback, useEffect, useRef, useState } from 'react';
import type { TreeChoice, TreeSource } from './picker-source.ts';

/** Loaded children by parent; the top under null. */
export type Loaded = ReadonlyMap<string | null, readonly TreeChoice[]>;

/** A tree that is read level by level. */
export interface LazyNodes {
  loaded: Loaded;
  error: unknown;
  /** Reads the children of a node, once. */
  load(parentId: string | null): Promise<void>;
  /** Reads everything that is on screen anew. */
  reload(): Promise<void>;
}

/** Reads a tree level by level, and anew when `reloadKey` changes. */
export function useTree(source: TreeSource, reloadKey: unknown): LazyNodes {
  const [loaded, setLoaded] = useState<Loaded>(new Map());
  const [error, setError] = useState<unknown>();
  const known = useRef(loaded);
  useEffect(() => {
    known.current = loaded;
  }, [loaded]);
  const read = useCallback(
    async (parents: readonly (string | null)[]): Promise<void> => {
      const signal = new AbortController().signal;
      try {
        const levels = await Promise.all(parents.map(async (parent) => [parent, await source.children(parent, signal)] as const));
        setLoaded((before) => new Map([...before, ...levels]));
        setError(undefined);
      } catch (cause) {
        setError(cause);
      }
    },
    [source],
  );
  const load = useCallback(async (parent: string | null) => (known.current.has(parent) ? undefined : read([parent])), [read]);
  const reload = useCallback(async () => read([...new Set([null, ...known.current.keys()])]), [read]);
  useEffect(() => void reload(), [reload, reloadKey]);
  return { loaded, error, load, reload };
}

/** Where a node is dropped: into a parent, before a sibling or last. */
export interface Place {
  parentId: string | null;
  beforeId: string | null;
}

/** The parent of a node among what is loaded. */
export function parentOf(loaded: Loaded, id: string): string | null {
  for (const [parent, children] of loaded) if (children.some((child) => child.id === id)) return parent;
  return null;
}

/** The place beside a node, before or after it. */
export function placeBeside(loaded: Loaded, id: string, after: boolean): Place {
  const parentId = parentOf(loaded, id);
  const siblings = loaded.get(parentId) ?? [];
  const at = siblings.findIndex((one) => one.id === id);
  return { parentId, beforeId: after ? (siblings[at + 1]?.id ?? null) : id };
}
