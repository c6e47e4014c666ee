import { useState, type ReactElement, type ReactNode } from 'react';
import { codesOf } from '#kit/common/contract.ts';
import type { FormValues } from '../form/form-values.ts';
import { useT } from '../i18n/use-t.ts';
import { ExportButton } from '../jobs/export-button.tsx';
import { ImportButton } from '../jobs/import-button.tsx';
import { later } from '../shell/later.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { useRowName } from '../table/use-row-name.ts';
import { BulkActions, CrudEdit, ObjectActions, useAddButton } from './crud-actions.tsx';
import type { CrudEndpoints, EntityOf } from './crud-endpoints.ts';
import type { CrudProps } from './crud-props.ts';
import { Facts, factsOf } from '../page/facts.tsx';
import { inputFacts } from '../page/filter-codec.ts';
import type { FilterName, FiltersOf, RowOf } from '../page/list-endpoint.ts';
import type { ListPanelProps } from '../page/list-page.tsx';
import { useWords, type Subject } from '../page/subject.ts';
import { useChosen } from '../page/use-chosen.ts';
import { useList, type AnyList, type ListOptions } from '../page/use-list.ts';
import { useObject } from '../page/use-object.ts';
import { idOf } from '../page/use-selection.ts';

const CrudForms = later('crud-form', async () => (await import('./crud-form.tsx')).CrudForms);
const CrudDrawer = later('crud-drawer', async () => (await import('./crud-drawer.tsx')).CrudDrawer);
const ImportDialog = later('import-dialog', async () => (await import('../change/import-dialog.tsx')).ImportDialog);

/** One kind of object, ready to be arranged: the list's panel, what acts on all of it, and what opens over it. */
export interface CrudParts<Row extends object, S extends Subject> {
  readonly panel: ListPanelProps<Row, S>;
  /** Import, export and the button that adds. */
  readonly actions: ReactNode;
  /** The drawer of the chosen object, the forms and the import. */
  readonly over: ReactNode;
}

/** Wires list, form, drawer and actions of one kind of object. The chosen object and the form for a new one stand in the address. */
export function useCrud<E extends CrudEndpoints, S extends Subject>(props: CrudProps<E, S>): CrudParts<RowOf<E['list']>, S> {
  const { subject, columns, search, filters, facts, form, rowActions, bulk, journal = subject.kind } = props;
  const endpoints: E = props.endpoints;
  const list = useList<E['list']>(endpoints.list, narrowingOf<E>(endpoints, search));
  const chosen = useChosen();
  const [editing, setEditing] = useState<string>();
  const plain: AnyList<object> = list;
  const shown = useObject(endpoints.get, plain, chosen.id);
  const edited = useObject(endpoints.get, plain, editing);
  const nameOf = useRowName(columns[0], subject);
  const add = useAddButton(endpoints, chosen.add);
  // What is typed for the page is what its endpoints answer; inside, objects are only passed on.
  const entity = (object: object): EntityOf<E> => object as EntityOf<E>;
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
  const factsIn = (object: object): ReactNode =>
    typeof facts === 'function' ? facts(entity(object)) : <Facts row={entity(object)} facts={facts ?? factsOf<EntityOf<E>>(columns)} />;
  return {
    panel: {
      subject,
      list,
      columns,
      filters: filters?.(list),
      ...((bulk || endpoints.enable || endpoints.disable || endpoints.remove) && {
        bulk: (selection) => (
          <BulkActions endpoints={endpoints} selection={selection} nameOf={nameOf}>
            {bulk?.(selection)}
          </BulkActions>
        ),
      }),
      rowActions: (row) => actionsOf(row, 'row'),
      onOpen: (row) => chosen.show(idOf(row)),
      empty: <NothingYet subject={subject} action={add?.button} name={add?.name} />,
    },
    actions: (
      <>
        <Importing endpoints={endpoints} subject={subject} />
        {endpoints.export && <ExportButton endpoint={endpoints.export} input={(format) => ({ format, ...whatOf(plain) })} />}
        {add?.button}
      </>
    ),
    over: (
      <>
        {chosen.id !== undefined && (
          <CrudDrawer
            key={chosen.id}
            subject={subject}
            read={shown}
            journal={journal}
            nameOf={nameOf}
            actions={(object) => (
              <>
                <CrudEdit endpoints={endpoints} type="primary" onClick={() => setEditing(idOf(object))} />
                {actionsOf(object, 'drawer')}
              </>
            )}
            facts={factsIn}
            onClose={chosen.close}
          />
        )}
        {(chosen.adding || edited.data !== undefined) && (
          <CrudForms
            endpoints={add ? endpoints : { ...endpoints, add: undefined }}
            subject={subject}
            chosen={chosen}
            edited={editing === undefined ? undefined : edited.data}
            onEdited={() => setEditing(undefined)}
            valuesOf={props.valuesOf as ((object: object) => FormValues) | undefined}
            fields={(object) => (typeof form === 'function' ? form(object && entity(object)) : form)}
          />
        )}
      </>
    ),
  };
}

/** By what a list is narrowed from the first: what its search field writes, and those shared values that are filters. */
function narrowingOf<E extends CrudEndpoints>({ list, shared = {} }: E, search: string | undefined): ListOptions<E['list']> {
  const filters = Object.fromEntries(Object.entries(shared).filter(([name]) => name in inputFacts(list.input)));
  return {
    ...(search !== undefined && { searchKey: search as FilterName<E['list']> }),
    fixed: filters as Partial<FiltersOf<E['list']>>,
  };
}

/** The button that imports a file, with its dialog. */
function Importing({ endpoints, subject }: { endpoints: CrudEndpoints; subject: Subject }): ReactElement | null {
  const t = useT('kit');
  const words = useWords(subject);
  const [open, setOpen] = useState(false);
  const start = endpoints.import;
  const [code] = start ? codesOf(start.access) : [];
  if (!start || code === undefined) return null;
  const columns = Object.keys(endpoints.add ? inputFacts(endpoints.add.input) : {}).map((name) => ({ name, label: words.field(name) }));
  return (
    <>
      <ImportButton code={code} onClick={() => setOpen(true)} />
      {open && (
        <ImportDialog title={t('crud.import', { title: words.kind() })} start={start} columns={columns} onClose={() => setOpen(false)} />
      )}
    </>
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
