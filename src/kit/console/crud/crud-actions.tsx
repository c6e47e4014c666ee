import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { ActionButton, useActionName } from '../action/action-button.tsx';
import { RowActions } from '../action/row-actions.tsx';
import { useMay } from '../action/use-may.ts';
import { fieldOf } from '../call/call-error.ts';
import { journalReadings } from '../change/revert-dialog.tsx';
import type { CrudEndpoints } from './crud-endpoints.ts';
import type { Selection } from '../page/use-selection.ts';
import { useVerbWord } from './use-verb-word.ts';

/** Whose answers a change of one object makes old. */
export function readingsOf({ list, get }: CrudEndpoints): readonly Endpoint[] {
  return [list, ...(get ? [get] : []), ...journalReadings];
}

interface EditButtonProps {
  endpoint: Endpoint;
  /** What it is called, where the grant is for more than this. */
  called?: string | undefined;
  /** Among the actions of a row, or beside the title of a drawer. */
  type: 'text' | 'primary';
  onClick: () => void;
}

/** Opens the form, named as the update was granted. */
export function EditButton({ endpoint, called, type, onClick }: EditButtonProps): ReactElement | null {
  const { granted, name } = useActionName(endpoint);
  if (!granted) return null;
  return (
    <Button type={type} {...(type === 'primary' && { icon: <EditOutlined aria-hidden="true" /> })} onClick={onClick}>
      {called ?? name}
    </Button>
  );
}

/** Edits one object of a page, if the page can and the reader may. */
export function CrudEdit({
  endpoints,
  ...more
}: Pick<EditButtonProps, 'type' | 'onClick'> & { endpoints: CrudEndpoints }): ReactElement | null {
  const wordOf = useVerbWord(endpoints);
  return endpoints.update ? <EditButton endpoint={endpoints.update} called={wordOf('update')} {...more} /> : null;
}

/** The button that adds an object, and what it is called; undefined where the page adds none or the reader may not. */
export function useAddButton(endpoints: CrudEndpoints, onClick: () => void): { button: ReactElement; name: string } | undefined {
  const granted = useActionName(endpoints.add ?? endpoints.list);
  const wordOf = useVerbWord(endpoints);
  if (endpoints.add === undefined || !granted.granted) return undefined;
  const name = wordOf('add') ?? granted.name;
  const icon = <PlusOutlined aria-hidden="true" />;
  return {
    button: (
      <Button type="primary" icon={icon} onClick={onClick}>
        {name}
      </Button>
    ),
    name,
  };
}

interface ObjectActionsProps {
  endpoints: CrudEndpoints;
  id: string;
  name: string;
  /** `enabled` decides which of the two is offered; without it both are. */
  object: object;
  /** Left out where a button beside them edits. */
  onEdit?: () => void;
  onRemoved?: () => void;
  /** Actions of the page's own. */
  children?: ReactNode;
}

/** What can be done with one object: the page's operations as far as they are granted, and actions of its own. */
export function ObjectActions({ endpoints, id, name, object, onEdit, onRemoved, children }: ObjectActionsProps): ReactElement | null {
  const may = useMay();
  const wordOf = useVerbWord(endpoints);
  const { update, enable, disable, remove } = endpoints;
  const enabled = fieldOf(object, 'enabled');
  const act = { names: [name], input: { ids: [id] }, type: 'text' as const };
  const invalidates = readingsOf(endpoints);
  return (
    <RowActions name={name}>
      {update && onEdit && may(update) && <CrudEdit endpoints={endpoints} type="text" onClick={onEdit} />}
      {enable && enabled !== true && may(enable) && (
        <ActionButton endpoint={enable} called={wordOf('enable')} {...act} invalidates={invalidates} />
      )}
      {disable && enabled !== false && may(disable) && (
        <ActionButton endpoint={disable} called={wordOf('disable')} {...act} invalidates={invalidates} />
      )}
      {children}
      {remove && may(remove) && (
        // What is gone is not read again.
        <ActionButton
          endpoint={remove}
          called={wordOf('remove')}
          {...act}
          invalidates={[endpoints.list, ...journalReadings]}
          onDone={onRemoved}
        />
      )}
    </RowActions>
  );
}

interface BulkActionsProps<Row> {
  endpoints: CrudEndpoints;
  selection: Selection<Row>;
  nameOf: (row: Row) => string;
  /** Actions of the page's own. */
  children?: ReactNode;
}

/** What can be done with all selected objects at once; each says how many it reached. */
export function BulkActions<Row>({ endpoints, selection, nameOf, children }: BulkActionsProps<Row>): ReactElement {
  const wordOf = useVerbWord(endpoints);
  const { enable, disable, remove } = endpoints;
  const act = {
    names: selection.rows.map(nameOf),
    input: { ids: [...selection.ids] },
    invalidates: readingsOf(endpoints),
    onDone: selection.clear,
  };
  return (
    <>
      {enable && <ActionButton endpoint={enable} called={wordOf('enable')} {...act} />}
      {disable && <ActionButton endpoint={disable} called={wordOf('disable')} {...act} />}
      {children}
      {remove && <ActionButton endpoint={remove} called={wordOf('remove')} {...act} />}
    </>
  );
}
