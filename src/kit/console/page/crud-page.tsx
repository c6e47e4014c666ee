import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { MenuResource } from '#kit/common/permission.ts';
import { useActionName } from '../action/action-button.tsx';
import type { FormValues } from '../form/form-values.ts';
import { useT } from '../i18n/use-t.ts';
import { ExportButton } from '../jobs/export-button.tsx';
import { useCodeName } from '../routes/use-code-name.ts';
import { later } from '../shell/later.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import type { Column } from '../table/column.ts';
import { useRowName } from '../table/use-row-name.ts';
import { BulkActions, EditButton, ObjectActions } from './crud-actions.tsx';
import type { CheckedCrud, CrudEndpoints, EntityOf, FormNeeded } from './crud-endpoints.ts';
import { Facts, factsOf, type Fact } from './facts.tsx';
import type { FilterName, RowOf } from './list-endpoint.ts';
import { ListPage } from './list-page.tsx';
import { useWords, type Subject } from './subject.ts';
import { useChosen } from './use-chosen.ts';
import { useList, type AnyList, type List } from './use-list.ts';
import { useObject } from './use-object.ts';
import { idOf, type Selection } from './use-selection.ts';

const CrudForms = later('crud-form', async () => (await import('./crud-form.tsx')).CrudForms);
const CrudDrawer = later('crud-drawer', async () => (await import('./crud-drawer.tsx')).CrudDrawer);

/** A whole page of one kind of object. Whoever wishes for a thirteenth prop goes one level down and copies forty lines. */
export interface CrudPageProps<E extends CrudEndpoints, S extends Subject> {
  /** The page as it is declared: its name as granted is the title. */
  page: MenuResource;
  /** By which everything is labelled; `<kind>.help`, `<kind>.empty` and `<kind>.emptyHint` of its catalogue are used where they exist. */
  subject: S;
  /** The operations as values; buttons, forms and rights follow from them. */
  endpoints: E & CheckedCrud<E>;
  /** The first column names the row and opens it. */
  columns: readonly Column<RowOf<E['list']>, S>[];
  /** The filter that the search field writes. */
  search?: FilterName<E['list']>;
  filters?: (list: List<RowOf<E['list']>, E['list']>) => ReactNode;
  /** The fields, made by `fieldsOf`: one form for adding (without an object) and changing. */
  form?: ReactNode | ((object: EntityOf<E> | undefined) => ReactNode);
  /** What the form's fields hold of an object, where that is not the fields of the same name. */
  valuesOf?: (object: EntityOf<E>) => FormValues;
  /** What the drawer shows of an object; the columns unless said. */
  facts?: readonly Fact<EntityOf<E>>[];
  /** Actions of the page's own on one object, beside those of its endpoints. */
  rowActions?: (row: RowOf<E['list']> | EntityOf<E>) => ReactNode;
  /** Actions of the page's own on what is selected. */
  bulk?: (selection: Selection<RowOf<E['list']>>) => ReactNode;
  /** Kind of the objects in the journal, where it is not the subject's. */
  journal?: string;
}

/** A page of one kind of object (level 3): list, form, drawer with history, actions on one and on many, export. The chosen object and the form for a new one stand in the address. */
export function CrudPage<E extends CrudEndpoints, S extends Subject>(props: CrudPageProps<E, S> & FormNeeded<E>): ReactElement {
  const { page, subject, columns, search, filters, facts, form, rowActions, bulk, journal = subject.kind } = props;
  const endpoints: E = props.endpoints;
  const words = useWords(subject);
  const title = useCodeName(page.code);
  const list = useList<E['list']>(endpoints.list, search === undefined ? {} : { searchKey: search });
  const chosen = useChosen();
  const [editing, setEditing] = useState<string>();
  const plain: AnyList<object> = list;
  const shown = useObject(endpoints.get, plain, chosen.id);
  const edited = useObject(endpoints.get, plain, editing);
  const nameOf = useRowName(columns[0], subject);
  const adding = useActionName(endpoints.add ?? endpoints.list);
  const mayAdd = endpoints.add !== undefined && adding.granted;
  // What is typed for the page is what its endpoints answer; inside, objects are only passed on.
  const entity = (object: object): EntityOf<E> => object as EntityOf<E>;
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
      {adding.name}
    </Button>
  );
  const actionsOf = (object: object, beside: 'row' | 'drawer'): ReactNode => (
    <ObjectActions
      endpoints={endpoints}
      id={idOf(object)}
      name={nameOf(object)}
      object={object}
      {...(beside === 'row' ? { onEdit: () => setEditing(idOf(object)) } : { onRemoved: chosen.close })}
    >
      {rowActions?.(entity(object))}
    </ObjectActions>
  );
  return (
    <ListPage<RowOf<E['list']>, S>
      title={title}
      help={words.own('help')}
      subject={subject}
      list={list}
      columns={columns}
      filters={filters?.(list)}
      actions={
        <>
          {endpoints.export && <ExportButton endpoint={endpoints.export} input={(format) => ({ format, ...whatOf(plain) })} />}
          {add}
        </>
      }
      {...((bulk || endpoints.enable || endpoints.disable || endpoints.remove) && {
        bulk: (selection) => (
          <BulkActions endpoints={endpoints} selection={selection} nameOf={nameOf}>
            {bulk?.(selection)}
          </BulkActions>
        ),
      })}
      rowActions={(row) => actionsOf(row, 'row')}
      onOpen={(row) => chosen.show(idOf(row))}
      empty={<NothingYet subject={subject} action={add} name={mayAdd ? adding.name : undefined} />}
    >
      {chosen.id !== undefined && (
        <CrudDrawer
          key={chosen.id}
          subject={subject}
          read={shown}
          journal={journal}
          nameOf={nameOf}
          actions={(object) => (
            <>
              {endpoints.update && <EditButton endpoint={endpoints.update} type="primary" onClick={() => setEditing(idOf(object))} />}
              {actionsOf(object, 'drawer')}
            </>
          )}
          facts={(object) => <Facts row={entity(object)} facts={facts ?? factsOf<EntityOf<E>>(columns)} />}
          onClose={chosen.close}
        />
      )}
      {(chosen.adding || edited.data !== undefined) && (
        <CrudForms
          endpoints={mayAdd ? endpoints : { ...endpoints, add: undefined }}
          subject={subject}
          chosen={chosen}
          edited={editing === undefined ? undefined : edited.data}
          onEdited={() => setEditing(undefined)}
          valuesOf={props.valuesOf as ((object: object) => FormValues) | undefined}
          fields={(object) => (typeof form === 'function' ? form(object && entity(object)) : form)}
        />
      )}
    </ListPage>
  );
}

interface NothingYetProps {
  subject: Subject;
  /** The button that makes the first one, and what it is called. */
  action: ReactNode;
  name: string | undefined;
}

/** The empty list: in the words of the subject where it has some. */
function NothingYet({ subject, action, name }: NothingYetProps): ReactElement {
  const t = useT('kit');
  const words = useWords(subject);
  const hint = words.own('emptyHint') ?? (name === undefined ? undefined : t('empty.first', { action: name }));
  return <EmptyState title={words.own('empty')} hint={hint} action={action} />;
}

/** What an export takes: what is selected, else what is filtered. */
function whatOf({ selection, asked }: AnyList<object>): { ids: string[] } | { filter: Record<string, unknown> } {
  return selection.ids.length > 0 ? { ids: [...selection.ids] } : { filter: { ...asked } };
}
