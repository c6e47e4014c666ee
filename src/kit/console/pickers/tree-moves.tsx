import { Button, Modal } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';

/** Ways of moving a node without dragging it; those that lead nowhere are absent. */
export interface TreeMoves {
  readonly up?: () => void;
  readonly down?: () => void;
  /** Asks for the new parent. */
  readonly to?: () => void;
}

/** The ways of moving a node as choices among its actions. */
export function MoveChoices({ moves, withTo = true }: { moves: TreeMoves; withTo?: boolean }): ReactElement {
  const t = useT('kit');
  return (
    <>
      {moves.up && (
        <Button type="text" onClick={moves.up}>
          {t('tree.up')}
        </Button>
      )}
      {moves.down && (
        <Button type="text" onClick={moves.down}>
          {t('tree.down')}
        </Button>
      )}
      {withTo && moves.to && (
        <Button type="text" onClick={moves.to}>
          {t('tree.to')}
        </Button>
      )}
    </>
  );
}

interface MoveDialogProps {
  /** What is moved. */
  name: string;
  /** A parent was chosen that fits. */
  fits: boolean;
  onMove: () => void;
  onClose: () => void;
  /** The tree in which the new parent is chosen. */
  children: ReactNode;
}

/** Asks for the new parent of a node. */
export function TreeMoveDialog({ name, fits, onMove, onClose, children }: MoveDialogProps): ReactElement {
  const t = useT('kit');
  return (
    <Modal
      open
      title={t('tree.toTitle', { name })}
      okText={t('tree.toDo')}
      cancelText={t('form.cancel')}
      okButtonProps={{ disabled: !fits }}
      onOk={onMove}
      onCancel={onClose}
    >
      <div className="whk-tree-box">{children}</div>
    </Modal>
  );
}
