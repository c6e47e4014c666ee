import { LoadingOutlined } from '@ant-design/icons';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type { TreeRow } from './tree-rows.ts';
import type { LineDrag } from './use-tree-drag.ts';
import { lineHeight } from './use-window.ts';

/** State of a box in a tree: chosen with all below, in part, or not. */
export type TreeCheck = 'true' | 'mixed' | 'false';

interface TreeLineProps {
  row: TreeRow;
  /** Its place in the whole list, from 0. */
  at: number;
  id: string;
  active: boolean;
  selected: boolean;
  waiting: boolean;
  /** How many people are in it, as it is written. */
  count: string | undefined;
  drag: LineDrag | undefined;
  actions: ReactNode;
  check: TreeCheck | undefined;
  onToggle: () => void;
  onChoose: () => void;
}

/** One line of a tree: the arrow, the name, the number of people, and what can be done with it. */
export function TreeLine(props: TreeLineProps): ReactElement {
  const { row, at, id, active, selected, waiting, count, drag, actions, check, onToggle, onChoose } = props;
  const { choice, level, position, siblings, open } = row;
  return (
    // The tree has the focus and names its active line (aria-activedescendant): lines come and go while one scrolls.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- see above
    <div
      id={id}
      role="treeitem"
      className="whk-tree-line"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      {...(check === undefined ? { 'aria-selected': selected } : { 'aria-checked': check })}
      aria-disabled={choice.disabled !== undefined}
      {...(!choice.leaf && { 'aria-expanded': open })}
      data-active={active}
      data-off={choice.off === true}
      title={choice.disabled ?? choice.detail ?? choice.name}
      style={{ '--whk-level': level, transform: `translateY(${at * lineHeight}px)` } as CSSProperties}
      onClick={onChoose}
      onDoubleClick={choice.leaf ? undefined : onToggle}
      {...drag}
    >
      <span
        className="whk-tree-arrow"
        data-open={open}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (!choice.leaf) onToggle();
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {!choice.leaf && (waiting ? <LoadingOutlined /> : <i />)}
      </span>
      {check !== undefined && <span className="whk-tree-box-mark" data-check={check} aria-hidden="true" />}
      <span className="whk-tree-name">{choice.name}</span>
      {count !== undefined && <small>{count}</small>}
      {actions !== undefined && (
        // A click on an action is not a click on its line; only the active line's actions are stops of the Tab key.
        <span
          className="whk-tree-actions"
          role="presentation"
          ref={(element) => element?.querySelectorAll('button').forEach((button) => (button.tabIndex = active ? 0 : -1))}
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          {actions}
        </span>
      )}
    </div>
  );
}
