import { useRef, type DragEvent } from 'react';

/** A list with one of it put elsewhere. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const order = [...list];
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

interface Dragged {
  readonly draggable: true;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** What makes the lines of a list ones that are dragged to another place. */
export function useDragOrder(move: (from: number, to: number) => void): (at: number) => Dragged {
  const from = useRef<number>(undefined);
  return (at) => ({
    draggable: true,
    onDragStart: (event) => {
      from.current = at;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(at));
    },
    onDragOver: (event) => {
      if (from.current !== undefined) event.preventDefault();
    },
    onDrop: (event) => {
      event.preventDefault();
      if (from.current !== undefined && from.current !== at) move(from.current, at);
      from.current = undefined;
    },
  });
}
