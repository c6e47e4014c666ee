import { useState, type DragEvent } from 'react';
import type { RoleRow } from '#kit/common/role/role.schema.ts';
import { useActionName } from '../action/action-button.tsx';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { invalidate } from '../page/query.ts';
import { useHoldingArea } from './role-area.ts';

/** How roles are put in another order: by dragging, or one step at a time. */
interface RoleOrder {
  /** Moves a role one place; undefined where it can't go there. */
  step(id: string, by: -1 | 1): (() => void) | undefined;
  /** What makes a line one that is dragged; nothing where it stays. */
  dragOf(id: string): object;
}

/** The order by hand of the roles on screen; undefined where the area has none, the caller may not, or only a part is shown. */
export function useRoleOrder(rows: readonly RoleRow[], whole: boolean): RoleOrder | undefined {
  const { contract, reorder, fixed } = useHoldingArea();
  // A hook is asked the same way each time: areas without an order ask for the right to change a role, and use it for nothing.
  const { granted } = useActionName(reorder ?? contract.update);
  const [dragged, setDragged] = useState<string>();
  if (!reorder || !granted || !whole) return undefined;
  const ids = rows.filter((role) => !fixed?.(role)).map(({ id }) => id);
  const put = async (order: readonly string[]): Promise<void> => {
    try {
      await call(reorder, { ids: [...order] });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      await invalidate(contract.list);
    }
  };
  const moved = (id: string, to: number): string[] => ids.filter((one) => one !== id).toSpliced(to, 0, id);
  return {
    step: (id, by) => {
      const to = ids.indexOf(id) + by;
      return ids.includes(id) && to >= 0 && to < ids.length ? () => void put(moved(id, to)) : undefined;
    },
    dragOf: (id) =>
      ids.includes(id)
        ? {
            draggable: true,
            onDragStart: () => setDragged(id),
            onDragEnd: () => setDragged(undefined),
            onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
            onDrop: () => dragged !== undefined && dragged !== id && void put(moved(dragged, ids.indexOf(id))),
          }
        : {},
  };
}
