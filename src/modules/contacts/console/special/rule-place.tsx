import { HolderOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Rule, RuleOrder } from './use-rule-order.ts';

/** The place of a rule: dragged by its handle, moved by its buttons. */
export function RulePlace({ rule, order }: { rule: Rule; order: RuleOrder }): ReactElement {
  const t = useT('contacts');
  const { id, name, priority } = rule;
  if (!order.movable) return <>{priority}</>;
  return (
    <span className="special-place" data-rule={id} data-dragged={order.dragged === id}>
      {/* Dragging is the way of the mouse; the buttons beside it are that of the keyboard. */}
      <span
        className="special-handle"
        draggable
        aria-hidden="true"
        title={t('special.drag')}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', name);
          order.drag(id);
        }}
        onDragEnd={() => order.drag(undefined)}
      >
        <HolderOutlined />
      </span>
      {priority}
      <UpDown
        name={name}
        up={order.busy || order.isEdge(rule, -1) ? undefined : () => order.step(rule, -1)}
        down={order.busy || order.isEdge(rule, 1) ? undefined : () => order.step(rule, 1)}
      />
    </span>
  );
}
