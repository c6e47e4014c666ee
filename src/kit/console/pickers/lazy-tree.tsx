import { SearchOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useEffect, useId, useState, type ReactElement, type ReactNode } from 'react';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { ErrorState } from '../states/error-state.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { numberText } from '../table/formats.ts';
import type { TreeChoice, TreeSource } from './picker-source.ts';
import './pickers.css';
import { TreeHits } from './tree-hits.tsx';
import { requestOf } from './tree-keys.ts';
import { TreeLine, type TreeCheck } from './tree-line.tsx';
import { TreeMoveDialog, type TreeMoves } from './tree-moves.tsx';
import { isWhole, placeOfStep, type Place, type TreeRow } from './tree-rows.ts';
import { useTreeDrag } from './use-tree-drag.ts';
import { useTreeState, type TreeState } from './use-tree-state.ts';
import { lineHeight, useLineWindow } from './use-window.ts';

interface LazyTreeProps {
  source: TreeSource;
  /** What the tree holds, for those who hear it. */
  label: string;
  /** What is chosen; several where several may be. */
  selected: string | null | readonly string[];
  /** `above`: the ids over it from the nearest, where it was chosen in the tree. */
  onSelect: (id: string, above: readonly string[]) => void;
  /** Moves a node; the tree is read again afterwards. Without it nothing can be moved. */
  onMove?: (id: string, to: Place) => Promise<void>;
  /** What can be done with a node, at the end of its line; `moves` are the ways of moving it without a pointer. */
  actions?: (node: TreeChoice, moves: TreeMoves) => ReactNode;
  /** Gives each node a box: whether it is chosen, in part, or not; `above` are the ids over it from the nearest. Choosing it then asks for the next state. */
  checkOf?: (id: string, above: readonly string[]) => TreeCheck;
  /** A field that finds nodes; a text says what may be typed. */
  search?: boolean | string;
  /** Read again when it changes. */
  reloadKey?: unknown;
}

/** A tree of any size: levels are read when they are opened, only lines on screen are drawn, a search leads to its hit. */
export function LazyTree({ search, ...props }: LazyTreeProps): ReactElement {
  const { source, label, selected, onSelect, reloadKey } = props;
  const t = useT('kit');
  const [text, setText] = useState('');
  // Of several that are chosen the first is shown when the tree opens; later choices move nothing.
  const [first] = useState(() => (typeof selected === 'string' ? undefined : selected?.[0]));
  const one = typeof selected === 'string' ? selected : first;
  const tree = useTreeState({ source, selected: one, reloadKey });
  const hint = typeof search === 'string' ? search : t('tree.search');
  const find = (id: string): void => {
    setText('');
    onSelect(id, []);
    tree.reveal(id).catch(() => undefined);
  };
  if (tree.error !== undefined && !tree.ready) return <ErrorState error={tree.error} retry={() => void tree.reload()} />;
  return (
    <div className="whk-tree">
      {search !== undefined && search !== false && (
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden="true" />}
          aria-label={hint}
          placeholder={hint}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {text.trim() !== '' && <TreeHits source={source} tree={label} text={text.trim()} onChoose={find} />}
      {!tree.ready && <WaitingForm lines={6} />}
      {tree.ready && tree.rows.length === 0 && <EmptyState />}
      <Lines {...props} tree={tree} hidden={text.trim() !== '' || !tree.ready || tree.rows.length === 0} />
      {tree.error !== undefined && (
        <Alert
          type="error"
          role="alert"
          title={tree.error instanceof Error ? tree.error.message : String(tree.error)}
          action={<Button onClick={() => void tree.reload()}>{t('error.retry')}</Button>}
        />
      )}
    </div>
  );
}

type LinesProps = Omit<LazyTreeProps, 'search' | 'reloadKey'> & { tree: TreeState; hidden: boolean };

/** The lines themselves: one stop of the Tab key, arrows move between them. */
function Lines({ source, label, selected, onSelect, onMove, actions, checkOf, tree, hidden }: LinesProps): ReactElement {
  const t = useT('kit');
  const countOf = useCounts();
  const own = useId();
  const { rows, active, waiting } = tree;
  const { box, from, to, onScroll, show } = useLineWindow(rows.length);
  const [parentId, setParentId] = useState<string>();
  const { move, said, asking, ask, closeAsking } = useMoving(tree, onMove);
  const dragOf = useTreeDrag({ rows, onMove: onMove && move, onOpen: (id) => tree.toggle(id, true) });
  const at = rows.findIndex(({ choice }) => choice.id === active);
  useEffect(() => show(at), [at, show]);
  const choose = ({ choice }: TreeRow): void => {
    tree.setActive(choice.id);
    if (choice.disabled === undefined) onSelect(choice.id, aboveOf(choice.id));
  };
  const { step, movesOf } = stepsIn(rows, onMove && { move, ask });
  const aboveOf = aboveIn(rows);
  return (
    <>
      <div
        ref={box}
        className="whk-tree-lines"
        role="tree"
        aria-label={label}
        tabIndex={0}
        hidden={hidden}
        {...(at >= from && at < to && { 'aria-activedescendant': `${own}-${at}` })}
        {...(onMove && { 'aria-description': t('tree.keys') })}
        onScroll={onScroll}
        onFocus={({ target, currentTarget }) => {
          const first = typeof selected === 'string' ? selected : rows[0]?.choice.id;
          if (target === currentTarget && at < 0 && first !== undefined) tree.setActive(first);
        }}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          const request = requestOf(event, rows, active);
          if (!request) return;
          event.preventDefault();
          if ('to' in request) tree.setActive(request.to);
          else if ('toggle' in request) tree.toggle(request.toggle, request.open);
          else if ('choose' in request) onSelect(request.choose, aboveOf(request.choose));
          else if ('moveTo' in request) movesOf(rows[at]!).to?.();
          else step(request.id, request.step)?.();
        }}
      >
        <div role="none" className="whk-tree-all" style={{ height: rows.length * lineHeight }}>
          {rows.slice(from, to).map((row, index) => (
            <TreeLine
              key={row.choice.id}
              row={row}
              at={from + index}
              id={`${own}-${from + index}`}
              active={row.choice.id === active}
              selected={typeof selected === 'string' ? selected === row.choice.id : (selected?.includes(row.choice.id) ?? false)}
              waiting={waiting.has(row.choice.id)}
              count={countOf(row)}
              drag={dragOf(row)}
              actions={actions?.(row.choice, movesOf(row))}
              check={checkOf?.(row.choice.id, aboveOf(row.choice.id))}
              onToggle={() => tree.toggle(row.choice.id, !row.open)}
              onChoose={() => choose(row)}
            />
          ))}
        </div>
      </div>
      <span className="wh-hidden" role="status">
        {said}
      </span>
      {asking && (
        <TreeMoveDialog
          name={asking.choice.name}
          fits={parentId !== undefined && parentId !== asking.choice.id}
          onClose={closeAsking}
          onMove={() => {
            closeAsking();
            if (parentId !== undefined) move(asking.choice.id, { parentId, beforeId: null });
          }}
        >
          <LazyTree source={source} label={label} selected={parentId ?? null} onSelect={setParentId} search />
        </TreeMoveDialog>
      )}
    </>
  );
}

interface Steps {
  /** What moves a node one step, where there is a place for it. */
  step(id: string, way: 'up' | 'down' | 'in' | 'out'): (() => void) | undefined;
  movesOf(row: TreeRow): TreeMoves;
}

/** The ways of moving nodes without a pointer; none where nothing can be moved. */
function stepsIn(rows: readonly TreeRow[], moving: Pick<Moving, 'move' | 'ask'> | undefined): Steps {
  const step: Steps['step'] = (id, way) => {
    const place = moving && placeOfStep(rows, id, way);
    return place && (() => moving.move(id, place));
  };
  const movesOf: Steps['movesOf'] = (row) => {
    const { id, disabled } = row.choice;
    if (!moving || isWhole(row) || disabled !== undefined) return {};
    const [up, down] = [step(id, 'up'), step(id, 'down')];
    return { ...(up && { up }), ...(down && { down }), to: () => moving.ask(id) };
  };
  return { step, movesOf };
}

/** How many people are in a node, as it is written in the language on screen. */
function useCounts(): (row: TreeRow) => string | undefined {
  const [language] = useLanguage();
  return ({ choice: { count } }) => (count === undefined ? undefined : numberText(count, language));
}

/** Finds the ids over a node, the nearest first. */
function aboveIn(rows: readonly TreeRow[]): (id: string) => string[] {
  const parents = new Map(rows.map((row) => [row.choice.id, row.parentId]));
  return (id) => {
    const above: string[] = [];
    for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) above.push(at);
    return above;
  };
}

interface Moving {
  move: (id: string, to: Place) => void;
  /** Where the node that was moved last stands now, in words. */
  said: string;
  /** The line whose new parent is asked for. */
  asking: TreeRow | undefined;
  ask: (id: string) => void;
  closeAsking: () => void;
}

/** Moving a node: the tree is read again afterwards, whether it was moved or not, and the node stays the active line. */
function useMoving(tree: TreeState, onMove: LazyTreeProps['onMove']): Moving {
  const t = useT('kit');
  const [movedId, setMovedId] = useState<string>();
  const [askingId, setAskingId] = useState<string>();
  const rowOf = (id: string | undefined): TreeRow | undefined => tree.rows.find(({ choice }) => choice.id === id);
  const run = async (id: string, to: Place): Promise<void> => {
    setMovedId(undefined);
    try {
      await onMove?.(id, to);
    } finally {
      await tree.reload();
    }
    await tree.reveal(id);
    setMovedId(id);
  };
  const moved = rowOf(movedId);
  return {
    // Who moves has shown why it failed.
    move: (id, to) => void run(id, to).catch(() => undefined),
    said: moved ? t('tree.place', { name: moved.choice.name, position: moved.position, siblings: moved.siblings }) : '',
    asking: rowOf(askingId),
    ask: setAskingId,
    closeAsking: () => setAskingId(undefined),
  };
}
