import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { BulkActions, EditButton, ObjectActions } from '#kit/console/page/crud-actions.tsx';
import type { CrudEndpoints } from '#kit/console/page/crud-endpoints.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useWords, type Subject } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import type { AnyList } from '#kit/console/page/use-list.ts';
import { useObject } from '#kit/console/page/use-object.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import './enterprise.css';

const CrudForms = later('crud-form', async () => (await import('#kit/console/page/crud-form.tsx')).CrudForms);
const CrudDrawer = later('crud-drawer', async () => (await import('#kit/console/page/crud-drawer.tsx')).CrudDrawer);

interface LimitPanelProps<Row extends LimitRow, S extends Subject> {
  subject: S;
  endpoints: CrudEndpoints & Required<Pick<CrudEndpoints, 'get' | 'add' | 'update'>>;
  list: AnyList<Row>;
  columns: readonly Column<Row, S>[];
  filters: ReactNode;
  form: ReactNode;
  valuesOf: (object: object) => FormValues;
  facts: (object: object) => ReactNode;
}

interface LimitRow {
  id: string;
  name: string;
}

/** Limits in the order in which they are asked, below the tabs of the frame: list, form, drawer with history. */
export function LimitPanel<Row extends LimitRow, S extends Subject>(props: LimitPanelProps<Row, S>): ReactElement {
  const { subject, endpoints, list, columns, filters, form, valuesOf, facts } = props;
  const words = useWords(subject);
  const chosen = useChosen();
  const [editing, setEditing] = useState<string>();
  const plain: AnyList<object> = list;
  const shown = useObject(endpoints.get, plain, chosen.id);
  const edited = useObject(endpoints.get, plain, editing);
  const adding = useActionName(endpoints.add);
  const add = adding.granted && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
      {adding.name}
    </Button>
  );
  const nameOf = (object: object): string => (isRow(object) ? object.name : '');
  return (
    <ListPanel<Row, S>
      subject={subject}
      list={list}
      columns={columns}
      filters={
        <>
          {filters}
          {add}
        </>
      }
      bulk={(selection) => <BulkActions endpoints={endpoints} selection={selection} nameOf={nameOf} />}
      rowActions={(row) => (
        <ObjectActions endpoints={endpoints} id={row.id} name={row.name} object={row} onEdit={() => setEditing(row.id)} />
      )}
      onOpen={(row) => chosen.show(row.id)}
      empty={<EmptyState title={words.own('empty')} hint={words.own('emptyHint')} action={add} />}
      notice={
        <>
          {chosen.id !== undefined && (
            <CrudDrawer
              key={chosen.id}
              subject={subject}
              read={shown}
              journal={subject.kind}
              nameOf={nameOf}
              actions={(object) => (
                <>
                  <EditButton endpoint={endpoints.update} type="primary" onClick={() => setEditing(chosen.id)} />
                  <ObjectActions
                    endpoints={endpoints}
                    id={chosen.id ?? ''}
                    name={nameOf(object)}
                    object={object}
                    onRemoved={chosen.close}
                  />
                </>
              )}
              facts={facts}
              onClose={chosen.close}
            />
          )}
          {((chosen.adding && adding.granted) || edited.data !== undefined) && (
            <CrudForms
              endpoints={adding.granted ? endpoints : { ...endpoints, add: undefined }}
              subject={subject}
              chosen={chosen}
              edited={editing === undefined ? undefined : edited.data}
              onEdited={() => setEditing(undefined)}
              valuesOf={valuesOf}
              fields={() => form}
            />
          )}
        </>
      }
    />
  );
}

const isRow = (object: object): object is LimitRow => 'name' in object && typeof object.name === 'string';
