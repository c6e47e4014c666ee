import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { OpeningButton } from '#kit/console/action/opening-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { EditButton } from '#kit/console/crud/crud-actions.tsx';
import type { Selection } from '#kit/console/page/use-selection.ts';
import * as contract from '../../common/radar.contract.ts';
import { radarReadings } from '../readings.ts';
import type { RadarAction } from './radar-forms.tsx';

/** A chosen action, on which things. */
export interface Acting {
  action: RadarAction;
  ids: readonly string[];
}

interface ItemActionsProps {
  row: contract.RadarRow;
  onAct: (acting: Acting) => void;
  /** Left out where a button beside them edits. */
  onEdit?: () => void;
  /** In the drawer: what is gone is not read again. */
  onRemoved?: () => void;
}

/** What can be done with one thing, as far as it is granted. */
export function ItemActions({ row, onAct, onEdit, onRemoved }: ItemActionsProps): ReactElement {
  const act = { names: [row.name], input: { ids: [row.id] }, type: 'text' as const };
  return (
    <RowActions name={row.name}>
      <Act action="assign" type="text" onAct={() => onAct({ action: 'assign', ids: [row.id] })} />
      <Act action="snooze" type="text" onAct={() => onAct({ action: 'snooze', ids: [row.id] })} />
      {onEdit && <EditButton endpoint={contract.radarUpdate} type="text" onClick={onEdit} />}
      <ActionButton endpoint={contract.radarRecheck} {...act} invalidates={radarReadings} />
      {row.origin === 'hand' && (
        <ActionButton
          endpoint={contract.radarRemove}
          {...act}
          invalidates={onRemoved ? [contract.radarList, contract.radarTimeline] : radarReadings}
          {...(onRemoved && { onDone: onRemoved })}
        />
      )}
    </RowActions>
  );
}

/** What can be done with all that are selected. */
export function SelectedActions({
  selection,
  onAct,
}: {
  selection: Selection<contract.RadarRow>;
  onAct: (acting: Acting) => void;
}): ReactElement {
  const { ids, rows, clear } = selection;
  const input = { ids: [...ids] };
  return (
    <>
      <Act action="assign" type="default" onAct={() => onAct({ action: 'assign', ids })} />
      <Act action="snooze" type="default" onAct={() => onAct({ action: 'snooze', ids })} />
      <ActionButton endpoint={contract.radarRecheck} input={input} count={ids.length} invalidates={radarReadings} />
      {rows.every(({ origin }) => origin === 'hand') && (
        <ActionButton
          endpoint={contract.radarRemove}
          names={rows.map(({ name }) => name)}
          input={input}
          invalidates={radarReadings}
          onDone={clear}
        />
      )}
    </>
  );
}

const endpoints = { assign: contract.radarAssign, snooze: contract.radarSnooze } as const;

interface ActProps {
  action: RadarAction;
  type: 'text' | 'default';
  onAct: () => void;
}

function Act({ action, type, onAct }: ActProps): ReactElement {
  return <OpeningButton endpoint={endpoints[action]} type={type} onClick={onAct} />;
}
