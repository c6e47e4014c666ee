import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
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
      <Button
        type="text"
        size="small"
        disabled={order.busy || order.isEdge(rule, -1)}
        icon={<ArrowUpOutlined aria-hidden="true" />}
        aria-label={t('special.up', { name })}
        onClick={() => order.step(rule, -1)}
      />
      <Button
        type="text"
        size="small"
        disabled={order.busy || order.isEdge(rule, 1)}
        icon={<ArrowDownOutlined aria-hidden="true" />}
        aria-label={t('special.down', { name })}
        onClick={() => order.step(rule, 1)}
      />
    </span>
  );
}
