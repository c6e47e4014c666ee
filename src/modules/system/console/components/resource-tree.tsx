import { ArrowDownOutlined, ArrowUpOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Tag, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { ConfirmDialog } from '#kit/console/action/confirm-dialog.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { resourcePage } from '../../common/permissions.ts';
import { resourceFind, resourceReorder, resourceTree, type ResourceNode } from '../../common/resource.contract.ts';

interface ResourceTreeProps {
  nodes: readonly ResourceNode[];
  /** Versions of the orders of children, by parent code. */
  orders: Readonly<Record<string, number>>;
  text: string;
  selected: string | undefined;
  onSelect: (code: string) => void;
}

type Order = (parent: string | null, ids: readonly string[]) => Promise<void>;

/** A node that was let go over another place, until somebody agrees. */
interface Dropped {
  node: ResourceNode;
  parent: string | null;
  ids: readonly string[];
}

/** The nodes in their places: dragged, or moved by the arrows beside the chosen one. */
export function ResourceTree({ nodes, orders, text, selected, onSelect }: ResourceTreeProps): ReactElement {
  const t = useT('system');
  const may = useCan()(resourcePage.button.reorder);
  const children = useMemo(() => Map.groupBy(nodes, ({ parent }) => parent), [nodes]);
  const byCode = useMemo(() => new Map(nodes.map((node) => [node.code, node])), [nodes]);
  const { name: action } = useActionName(resourceReorder);
  const [dropped, setDropped] = useState<Dropped>();
  const [running, setRunning] = useState(false);
  const wishOf = (parent: string | null, ids: readonly string[]) => ({
    parentId: parent === null ? null : (byCode.get(parent)?.id ?? null),
    ids: [...ids],
    version: orders[parent ?? ''] ?? 0,
  });
  const order: Order = async (parent, ids) => {
    try {
      await call(resourceReorder, wishOf(parent, ids));
    } catch (error) {
      // The error catalogue has said why; what stands is read anew.
      if (!(error instanceof CallError)) throw error;
    }
    await invalidate(resourceTree, resourceFind);
  };
  const placed = (id: string, parent: string | null, at: number): string[] => {
    const others = (children.get(parent) ?? []).filter((node) => node.id !== id).map((node) => node.id);
    return others.toSpliced(at, 0, id);
  };
  const step = (node: ResourceNode, by: -1 | 1): void => {
    const at = (children.get(node.parent) ?? []).findIndex(({ id }) => id === node.id);
    void order(node.parent, placed(node.id, node.parent, Math.max(0, at + by)));
  };
  const agree = async ({ parent, ids }: Dropped): Promise<void> => {
    setRunning(true);
    await order(parent, ids);
    setRunning(false);
    setDropped(undefined);
  };
  return (
    <div className="sys-resource-tree">
      <Tree<TreeDataNode>
        key={text}
        aria-label={t('resource.tree')}
        blockNode
        defaultExpandAll
        treeData={treeOf(children, null, { text: text.toLowerCase(), draw: (node) => line(node) })}
        selectedKeys={selected === undefined ? [] : [selected]}
        onSelect={(_keys, { node }) => onSelect(String(node.key))}
        draggable={may && text === '' ? { icon: false } : false}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const moved = byCode.get(String(dragNode.key));
          const target = byCode.get(String(node.key));
          if (!moved || !target) return;
          const parent = dropToGap ? target.parent : target.code;
          const siblings = (children.get(parent) ?? []).filter(({ id }) => id !== moved.id);
          const beside = siblings.findIndex(({ id }) => id === target.id);
          const after = dropPosition > Number(node.pos.split('-').at(-1));
          const ids = placed(moved.id, parent, dropToGap ? beside + (after ? 1 : 0) : siblings.length);
          setDropped({ node: moved, parent, ids });
        }}
      />
      {dropped && (
        <ConfirmDialog
          title={t('resource.moveTitle', { name: dropped.node.name, place: placeOf(dropped.parent) })}
          action={action}
          names={[]}
          count={0}
          danger={false}
          typed={false}
          running={running}
          onConfirm={() => void agree(dropped)}
          onClose={() => setDropped(undefined)}
        >
          <ImpactLine endpoint={resourceReorder} input={running ? undefined : wishOf(dropped.parent, dropped.ids)} />
        </ConfirmDialog>
      )}
    </div>
  );

  function placeOf(parent: string | null): string {
    return parent === null ? t('resource.tree') : (byCode.get(parent)?.name ?? parent);
  }

  function line(node: ResourceNode): ReactElement {
    return (
      <span className="whk-tree-line" title={node.code}>
        <span>{node.name}</span>
        {node.dangerous && <WarningOutlined aria-label={t('resource.field.dangerous')} />}
        {!node.visible && <Tag>{t('resource.hidden')}</Tag>}
        {node.changed.length > 0 && <Tag color="blue">{t('resource.changed')}</Tag>}
        {may && node.code === selected && (
          <span
            className="whk-tree-actions"
            role="presentation"
            onClick={(event) => event.stopPropagation()}
            onKeyDown={(event) => event.stopPropagation()}
          >
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined aria-hidden="true" />}
              aria-label={t('resource.up', { name: node.name })}
              onClick={() => step(node, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined aria-hidden="true" />}
              aria-label={t('resource.down', { name: node.name })}
              onClick={() => step(node, 1)}
            />
          </span>
        )}
      </span>
    );
  }
}

interface Drawing {
  text: string;
  draw: (node: ResourceNode) => ReactElement;
}

function treeOf(children: ReadonlyMap<string | null, ResourceNode[]>, parent: string | null, drawing: Drawing): TreeDataNode[] {
  return (children.get(parent) ?? []).flatMap((node) => {
    const inside = treeOf(children, node.code, drawing);
    const fits = `${node.name} ${node.code} ${node.route ?? ''}`.toLowerCase().includes(drawing.text);
    return fits || inside.length > 0 ? [{ key: node.code, title: drawing.draw(node), children: inside }] : [];
  });
}
