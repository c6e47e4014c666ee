import { WarningOutlined } from '@ant-design/icons';
import { Tag, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { ConfirmDialog } from '#kit/console/action/confirm-dialog.tsx';
import { NodeActions } from '#kit/console/action/node-actions.tsx';
import type { Input } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { ImpactPlace } from '#kit/console/form/impact-line.tsx';
import { UpDown } from '#kit/console/action/up-down.tsx';
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
  /** Only some of the nodes are given: nothing can be moved among them. */
  narrowed?: boolean;
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
export function ResourceTree({ nodes, orders, text, narrowed = false, selected, onSelect }: ResourceTreeProps): ReactElement {
  const t = useT('system');
  const may = useCan()(resourcePage.button.reorder) && !narrowed;
  const children = useMemo(() => Map.groupBy(nodes, ({ parent }) => parent), [nodes]);
  const byCode = useMemo(() => new Map(nodes.map((node) => [node.code, node])), [nodes]);
  const [dropped, setDropped] = useState<Dropped>();
  const requestOf = (parent: string | null, ids: readonly string[]) => ({
    parentId: parent === null ? null : (byCode.get(parent)?.id ?? null),
    ids: [...ids],
    version: orders[parent ?? ''] ?? 0,
  });
  const order: Order = async (parent, ids) => {
    try {
      await call(resourceReorder, requestOf(parent, ids));
    } catch (error) {
      // The error catalogue has said why; what stands is read again.
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
  return (
    <div className="sys-resource-tree">
      <Tree<TreeDataNode>
        key={`${text} ${narrowed ? nodes.length : ''}`}
        aria-label={t('resource.tree')}
        blockNode
        // Lines out of sight are not drawn; what is looked for stands open, else only the pages do and not their buttons.
        height={Math.round(window.innerHeight * (window.innerWidth > 900 ? 0.65 : 0.4))}
        {...(text !== '' || narrowed ? { defaultExpandAll: true } : { defaultExpandedKeys: openAtFirst(nodes, selected) })}
        treeData={treeOf(children, null, {
          text: text.toLowerCase(),
          draw: (node) => <NodeLine node={node} onStep={may && node.code === selected ? (by) => step(node, by) : undefined} />,
        })}
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
        <MoveQuestion
          node={dropped.node}
          place={dropped.parent === null ? t('resource.tree') : (byCode.get(dropped.parent)?.name ?? dropped.parent)}
          request={requestOf(dropped.parent, dropped.ids)}
          onAgree={() => order(dropped.parent, dropped.ids)}
          onClose={() => setDropped(undefined)}
        />
      )}
    </div>
  );
}

interface NodeLineProps {
  node: ResourceNode;
  /** Moves the chosen node among its neighbours; undefined for the others. */
  onStep: ((by: -1 | 1) => void) | undefined;
}

function NodeLine({ node, onStep }: NodeLineProps): ReactElement {
  const t = useT('system');
  return (
    <span className="whk-tree-line" title={node.code}>
      <span>{node.name}</span>
      {node.dangerous && <WarningOutlined aria-label={t('resource.field.dangerous')} />}
      {!node.visible && <Tag>{t('resource.hidden')}</Tag>}
      {node.fresh && <Tag color="blue">{t('resource.fresh')}</Tag>}
      {node.changed.length > 0 && <Tag color="blue">{t('resource.changed')}</Tag>}
      {onStep && (
        <NodeActions className="whk-tree-actions">
          <UpDown name={node.name} up={() => onStep(-1)} down={() => onStep(1)} />
        </NodeActions>
      )}
    </span>
  );
}

interface MoveQuestionProps {
  node: ResourceNode;
  place: string;
  request: Input<typeof resourceReorder>;
  onAgree: () => Promise<void>;
  onClose: () => void;
}

/** The question before a node that was dragged is moved, with what that touches. */
function MoveQuestion({ node, place, request, onAgree, onClose }: MoveQuestionProps): ReactElement {
  const t = useT('system');
  const { name } = useActionName(resourceReorder);
  const [running, setRunning] = useState(false);
  const agree = async (): Promise<void> => {
    setRunning(true);
    await onAgree();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('resource.moveTitle', { name: node.name, place })}
      action={name}
      names={[]}
      count={0}
      danger={false}
      typed={false}
      running={running}
      onConfirm={() => void agree()}
      onClose={onClose}
    >
      <ImpactPlace endpoint={resourceReorder} input={running ? undefined : request} />
    </ConfirmDialog>
  );
}

/** Everything that holds pages, and what the chosen one lies in. */
function openAtFirst(nodes: readonly ResourceNode[], selected: string | undefined): string[] {
  const holders = new Set(nodes.flatMap(({ kind, parent }) => (kind === 'button' || parent === null ? [] : [parent])));
  const chosen = nodes.find(({ code }) => code === selected);
  if (chosen?.parent) holders.add(chosen.parent);
  return [...holders];
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
