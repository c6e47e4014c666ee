import { useCallback, useEffect, useRef, useState } from 'react';
import { afterPicture } from '../shell/after-picture.ts';
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
  const { loaded, error, load, reload: readAgain } = useTree(source);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const roots = loaded.get(null);
  const ready = roots !== undefined;
  const now = useRef({ expanded, ready, opened: undefined as string | undefined });
  useEffect(() => {
    now.current = { ...now.current, expanded, ready };
  }, [expanded, ready]);
  const expand = useCallback(
    async (id: string): Promise<boolean> => {
      setWaiting((before) => new Set(before).add(id));
      const there = await load(id);
      setWaiting((before) => new Set([...before].filter((one) => one !== id)));
      if (there) setExpanded((before) => new Set(before).add(id));
      return there;
    },
    [load],
  );
  const reload = useCallback(() => readAgain([...now.current.expanded]), [readAgain]);
  useEffect(() => {
    // A page that is shown again shows what it knew; whether that is old is asked once it stands there.
    if (now.current.ready) return afterPicture(() => void reload());
    void reload();
    return undefined;
  }, [reload, reloadKey]);
  const top = roots?.length === 1 ? roots[0]?.id : undefined;
  useEffect(() => {
    // Once: who closed the top finds it closed when the page is shown again.
    if (top !== undefined && now.current.opened !== top) void expand(top).then((there) => there && (now.current.opened = top));
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
    if (ready && selected !== undefined && !seen) reveal(selected).catch(() => undefined);
    // Once for each choice: a person may close what is above it again.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [selected, ready]);
  return {
    rows,
    ready,
    error,
    waiting,
    active,
    setActive,
    toggle: (id, request) => (request ? void expand(id) : setExpanded((before) => new Set([...before].filter((one) => one !== id)))),
    reveal,
    reload,
  };
}
