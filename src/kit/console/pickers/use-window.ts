import { useCallback, useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';

/** Pixels of one line. */
export const lineHeight = 32;
/** Lines drawn above and below those on screen, so that fast scrolling shows no gap. */
const spare = 8;

/** The part of a long list of lines that is on screen. */
export interface LineWindow {
  box: RefObject<HTMLDivElement | null>;
  /** First line that is drawn, and the one after the last. */
  from: number;
  to: number;
  onScroll: (event: UIEvent<HTMLDivElement>) => void;
  /** Brings a line on screen. */
  show(line: number): void;
}

/** Follows which of many lines of equal height are on screen: only those are drawn. */
export function useLineWindow(count: number): LineWindow {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, height }, setPlace] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // A page that is shown again measures what it knew before: nothing is drawn again for that.
    const observer = new ResizeObserver(() => {
      const place = { top: element.scrollTop, height: element.clientHeight };
      setPlace((before) => (before.top === place.top && before.height === place.height ? before : place));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const show = useCallback((line: number) => {
    const element = box.current;
    if (!element || line < 0) return;
    const [start, end] = [line * lineHeight, (line + 1) * lineHeight];
    if (start < element.scrollTop) element.scrollTop = start;
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
  }, []);
  return {
    box,
    from: Math.max(0, Math.floor(top / lineHeight) - spare),
    to: Math.min(count, Math.ceil((top + height) / lineHeight) + spare),
    onScroll: ({ currentTarget }) => setPlace({ top: currentTarget.scrollTop, height: currentTarget.clientHeight }),
    show,
  };
}
