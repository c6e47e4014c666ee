import { useCallback, useEffect, useRef, useState } from 'react';
import type { TreeSource } from './picker-source.ts';
import { rowsOf, type TreeRow } from './tree-rows.ts';
import { useTree } from './use-tree.ts';

/** A tree with what is open in it. */
export interface TreeState {
  rows: readonly TreeRow[];
  /** The top has been read. */
  ready: boolean;
  error: unknown;
  /** Nodes whose children are on their way. */
  waiting: ReadonlySet<string>;
  /** The line that the arrow keys move from. */
  active: string | undefined;
  setActive(id: string): void;
  toggle(id: string, open: boolean): void;
  /** Opens everything above a node and makes it the active line. */
  reveal(id: string): Promise<void>;
  reload(): Promise<void>;
}

interface TreeOptions {
  source: TreeSource;
  /** The node that is brought on screen when it changes from outside. */
  selected: string | undefined;
  reloadKey: unknown;
}

/** What is open in a tree and which line is active; the top stands open, since one line alone would say nothing. */
export function useTreeState({ source, selected, reloadKey }: TreeOptions): TreeState {
  const { loaded, error, load, reload: readAnew } = useTree(source);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const open = useRef(expanded);
  useEffect(() => {
    open.current = expanded;
  }, [expanded]);
  const expand = useCallback(
    async (id: string): Promise<void> => {
      setWaiting((before) => new Set(before).add(id));
      const there = await load(id);
      setWaiting((before) => new Set([...before].filter((one) => one !== id)));
      if (there) setExpanded((before) => new Set(before).add(id));
    },
    [load],
  );
  const reload = useCallback(() => readAnew([...open.current]), [readAnew]);
  useEffect(() => void reload(), [reload, reloadKey]);
  const roots = loaded.get(null);
  const top = roots?.length === 1 ? roots[0]?.id : undefined;
  useEffect(() => {
    if (top !== undefined) void expand(top);
  }, [top, expand]);
  const reveal = useCallback(
    async (id: string): Promise<void> => {
      const path = await source.path(id, new AbortController().signal);
      for (const parent of [null, ...path]) if (!(await load(parent))) return;
      setExpanded((before) => new Set([...before, ...path]));
      setActive(id);
    },
    [source, load],
  );
  const rows = rowsOf(loaded, expanded);
  const seen = active === selected || rows.some(({ choice }) => choice.id === selected);
  useEffect(() => {
    // What can't be found (deleted, out of range) is left unseen.
    if (roots !== undefined && selected !== undefined && !seen) reveal(selected).catch(() => undefined);
    // Once for each choice: a person may close what is above it again.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [selected, roots !== undefined]);
  return {
    rows,
    ready: roots !== undefined,
    error,
    waiting,
    active,
    setActive,
    toggle: (id, wish) => (wish ? void expand(id) : setExpanded((before) => new Set([...before].filter((one) => one !== id)))),
    reveal,
    reload,
  };
}
