import { useEffect, useRef, type RefObject } from 'react';

/** Keeps the open tab of a strip in view where there is no room for all of them. `open` says which one it is, `mark` how it is marked. */
export function useTabInView<E extends HTMLElement>(open: string | undefined, mark: string): RefObject<E | null> {
  const strip = useRef<E>(null);
  useEffect(() => {
    const current = strip.current?.querySelector(mark);
    if (!strip.current || !current) return;
    const [around, at] = [strip.current.getBoundingClientRect(), current.getBoundingClientRect()];
    if (at.left < around.left || at.right > around.right) strip.current.scrollLeft += at.left - around.left - (around.width - at.width) / 2;
  }, [open, mark]);
  return strip;
}
