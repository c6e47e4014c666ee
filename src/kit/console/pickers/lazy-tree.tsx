import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input, Tree, type TreeDataNode } from 'antd';
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { numberText } from '../table/formats.ts';
import type { Choice, TreeChoice, TreeSource } from './picker-source.ts';
import './pickers.css';
import { placeBeside, useTree, type Loaded, type Place } from './use-tree.ts';

interface LazyTreeProps {
  source: TreeSource;
  /** What the tree holds, for those who hear it. */
  label: string;
  selected: string | null;
  onSelect: (id: string) => void;
  /** Moves a node; the tree is read anew afterwards. Without it nothing can be dragged. */
  onMove?: (id: string, to: Place) => Promise<void>;
  /** What can be done with a node, at the end of its line. */
  actions?: (node: TreeChoice) => ReactNode;
  search?: boolean;
  /** Read anew when it changes. */
  reloadKey?: unknown;
}

/** A tree of any size: levels are read when they are opened, only lines on screen are drawn, a search leads to its hit. */
export function LazyTree(props: LazyTreeProps): ReactElement {
  const { source, label, selected, onSelect, onMove, actions, search, reloadKey } = props;
  const t = useT('kit');
  const tree = useTree(source, reloadKey);
  const { loaded, load } = tree;
  const [opened, setExpanded] = useState<readonly string[]>();
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  const roots = loaded.get(null);
  // The top stands open: one line alone would say nothing.
  const top = roots?.length === 1 ? roots[0]?.id : undefined;
  const expanded = opened ?? (top === undefined ? [] : [top]);
  useEffect(() => {
    if (top !== undefined) void load(top);
  }, [top, load]);
  const reveal = async (id: string): Promise<void> => {
    const path = await source.path(id, new AbortController().signal);
    for (const parent of [null, ...path]) await load(parent);
    setExpanded([...new Set([...expanded, ...path])]);
    setText('');
    onSelect(id);
  };
  if (tree.error !== undefined && !roots) return <ErrorState error={tree.error} retry={() => void tree.reload()} />;
  return (
    <div className="whk-tree">
      {search && (
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden="true" />}
          aria-label={t('pick.typeDepartment')}
          placeholder={t('pick.typeDepartment')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {text.trim() !== '' && <Hits source={source} text={text.trim()} onChoose={(id) => void reveal(id)} />}
      <div ref={box} className="whk-tree-lines" hidden={text.trim() !== ''}>
        {!roots && <WaitingForm lines={6} />}
        {roots && height > 0 && (
          <Tree<TreeDataNode & { choice: TreeChoice }>
            aria-label={label}
            blockNode
            virtual
            height={height}
            treeData={nodesOf(loaded, null, actions)}
            selectedKeys={selected === null ? [] : [selected]}
            expandedKeys={[...expanded]}
            loadedKeys={[...loaded.keys()].filter((key) => key !== null)}
            loadData={(node) => load(String(node.key))}
            onExpand={(keys) => setExpanded(keys.map(String))}
            onSelect={(_keys, { node }) => onSelect(String(node.key))}
            draggable={onMove ? { icon: false } : false}
            onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
              const at = Number(node.pos.split('-').at(-1));
              const to = dropToGap
                ? placeBeside(loaded, String(node.key), dropPosition > at)
                : { parentId: String(node.key), beforeId: null };
              void onMove?.(String(dragNode.key), to).finally(() => void tree.reload());
            }}
          />
        )}
      </div>
    </div>
  );
}

type Node = TreeDataNode & { choice: TreeChoice };

function nodesOf(loaded: Loaded, parent: string | null, actions: LazyTreeProps['actions']): Node[] {
  return (loaded.get(parent) ?? []).map((choice) => {
    const children = loaded.has(choice.id) ? nodesOf(loaded, choice.id, actions) : undefined;
    return {
      key: choice.id,
      choice,
      title: <Line choice={choice} actions={actions} />,
      isLeaf: choice.leaf,
      selectable: choice.disabled === undefined,
      ...(children && { children }),
    };
  });
}

function Line({ choice, actions }: { choice: TreeChoice; actions: LazyTreeProps['actions'] }): ReactElement {
  const [language] = useLanguage();
  return (
    <span className="whk-tree-line" title={choice.disabled} data-off={choice.off === true || choice.disabled !== undefined}>
      <span>{choice.name}</span>
      {choice.count !== undefined && <small>{numberText(choice.count, language)}</small>}
      {actions && (
        // A click on an action is not a click on its line.
        <span
          className="whk-tree-actions"
          role="presentation"
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        >
          {actions(choice)}
        </span>
      )}
    </span>
  );
}

interface HitsProps {
  source: TreeSource;
  text: string;
  onChoose: (id: string) => void;
}

/** What a search found anywhere in the tree. */
function Hits({ source, text, onChoose }: HitsProps): ReactElement {
  const t = useT('kit');
  const calm = useDeferredValue(text);
  const { data, error, isFetching } = useQuery<readonly Choice[]>({
    queryKey: ['picker', 'tree', 'search', calm],
    queryFn: ({ signal }) => source.search(calm, signal),
    placeholderData: (before) => before,
  });
  if (error) return <ErrorState error={error} />;
  return (
    <ul className="whk-hits" aria-busy={isFetching}>
      {data?.map((choice) => (
        <li key={choice.id}>
          <button type="button" disabled={choice.disabled !== undefined} onClick={() => onChoose(choice.id)}>
            {choice.name}
            {choice.detail && <small>{choice.detail}</small>}
          </button>
        </li>
      ))}
      {data?.length === 0 && <li>{t('pick.none')}</li>}
    </ul>
  );
}

/** Height of an element in pixels, followed as it changes: only so many lines are drawn. */
function useHeight(box: { current: HTMLDivElement | null }): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setHeight(Math.floor(entry?.contentRect.height ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return height;
}
