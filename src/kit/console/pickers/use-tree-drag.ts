import { useRef, useState, type DragEvent } from 'react';
import { lineHeight } from './use-window.ts';
import { isWhole, placeOfDrop, type DropZone, type Place, type TreeRow } from './tree-rows.ts';

/** Milliseconds over a closed line until it opens. */
const openAfter = 700;

/** What a line needs to be dragged and to be dropped on. */
export interface LineDrag {
  draggable: boolean;
  'data-drop'?: DropZone;
  onDragStart(event: DragEvent): void;
  onDragOver(event: DragEvent): void;
  onDragEnd(): void;
  onDrop(event: DragEvent): void;
}

interface DragOptions {
  rows: readonly TreeRow[];
  onMove: ((id: string, to: Place) => void) | undefined;
  /** Opens a closed line over which something is held. */
  onOpen: (id: string) => void;
}

/** Dragging of lines with the pointer: between two lines, or onto one. */
export function useTreeDrag({ rows, onMove, onOpen }: DragOptions): (row: TreeRow) => LineDrag | undefined {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<{ id: string; zone: DropZone }>();
  const hold = useRef<{ id: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  const letGo = (): void => {
    clearTimeout(hold.current?.timer);
    hold.current = undefined;
  };
  const end = (): void => {
    letGo();
    setDragged(undefined);
    setOver(undefined);
  };
  if (!onMove) return () => undefined;
  const placeAt = (event: DragEvent, row: TreeRow): { zone: DropZone; place: Place | undefined } => {
    const height = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const zone = height < lineHeight / 4 ? 'before' : height > (lineHeight * 3) / 4 ? 'after' : 'inside';
    return { zone, place: dragged === undefined ? undefined : placeOfDrop(rows, dragged, row, zone) };
  };
  return (row) => {
    const { id } = row.choice;
    return {
      draggable: row.choice.disabled === undefined && !isWhole(row),
      ...(over?.id === id && { 'data-drop': over.zone }),
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox starts no drag without data.
        event.dataTransfer.setData('text/plain', row.choice.name);
        setDragged(id);
      },
      onDragOver: (event) => {
        const { zone, place } = placeAt(event, row);
        if (hold.current?.id !== id) {
          letGo();
          if (!row.open && !row.choice.leaf) hold.current = { id, timer: setTimeout(() => onOpen(id), openAfter) };
        }
        if (!place) return setOver(undefined);
        event.preventDefault();
        if (over?.id !== id || over.zone !== zone) setOver({ id, zone });
      },
      onDragEnd: end,
      onDrop: (event) => {
        event.preventDefault();
        const { place } = placeAt(event, row);
        if (dragged !== undefined && place) onMove(dragged, place);
        end();
      },
    };
  };
}
