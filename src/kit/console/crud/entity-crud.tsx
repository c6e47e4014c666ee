import type { ReactElement, ReactNode } from 'react';
import type { z } from 'zod';
import { hasOf, nameOf } from '#kit/common/crud/crud-contract.ts';
import type { CrudFacts } from '#kit/common/crud/crud-types.ts';
import type { AnyField, FieldType } from '#kit/common/crud/field.ts';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import type { LocalText } from '#kit/common/language.ts';
import type { Audience } from '#kit/common/audience.ts';
import type { Endpoint, Reply } from '#kit/common/contract.ts';
import { AudienceText } from '../audience/audience-text.tsx';
import { entityFields } from '../form/entity-fields.tsx';
import type { FormValues } from '../form/form-values.ts';
import { pickerOf } from '../pickers/picker-of.tsx';
import type { CellKind, Column, ShownColumn } from '../table/column.ts';
import { ChoiceFilter } from '../page/choice-filter.tsx';
import type { CrudEndpoints } from './crud-endpoints.ts';
import type { CrudProps } from './crud-props.ts';
import { factsOf, type Fact } from '../page/facts.tsx';
import { inputFacts } from '../page/filter-codec.ts';
import { EnumFilter, PickFilter, SearchFilter } from '../page/filters.tsx';
import type { FilterName, RowOf } from '../page/list-endpoint.ts';
import { MovePlace } from '../page/move-place.tsx';
import { useWords, type Labelled, type Subject } from '../page/subject.ts';
import type { FilteredList, List } from '../page/use-list.ts';
import type { Selection } from '../page/use-selection.ts';

type ListOf = CrudEndpoints['list'];

/** A declared entity as its panel needs it; `crudContract` makes one. */
export interface AnyEntity extends CrudFacts {
  readonly draft: z.ZodObject;
  readonly change: z.ZodObject;
  readonly list: ListOf;
  readonly get?: CrudEndpoints['get'];
  readonly add?: Endpoint;
  readonly update?: CrudEndpoints['update'];
  readonly delete?: CrudEndpoints['remove'];
  readonly enable?: CrudEndpoints['enable'];
  readonly disable?: CrudEndpoints['disable'];
  readonly export?: CrudEndpoints['export'];
  readonly import?: CrudEndpoints['import'];
  readonly reorder?: CrudEndpoints['reorder'];
  /** Of a page with some of the objects: `entity={{ ...rule, shared: { kind: 'download' } }}`. */
  readonly shared?: CrudEndpoints['shared'];
}

type SubjectOf<C extends AnyEntity> = Subject<C['module'], C['kind']>;
type DetailOf<C extends AnyEntity> = C extends { readonly get: infer G extends Endpoint } ? Reply<G> & object : RowOf<C['list']>;
/** A column by the name of a labelled field, drawn as the field says; or one of the page's own. */
type EntityColumn<C extends AnyEntity> =
  | (Extract<keyof RowOf<C['list']>, string> & (string extends C['kind'] ? string : Labelled<SubjectOf<C>>))
  | Column<RowOf<C['list']>, SubjectOf<C>>;

/** A declared entity on screen: columns are all that must be said. */
export interface EntityProps<C extends AnyEntity> {
  /** The entity; operations, labels, filters, form and facts follow from its fields. */
  entity: C;
  /** Names of fields, in the order in which they are shown, or columns of the page's own. The first names the row and opens it. */
  columns: readonly EntityColumn<C>[];
  /** The filter that the search field writes; `text` unless said. */
  search?: FilterName<C['list']>;
  /** In place of the filters that the fields are marked with. */
  filters?: (list: List<RowOf<C['list']>, C['list']>) => ReactNode;
  /** In place of all fields that are entered, in their order: made by `entityFields`. */
  form?: ReactNode | ((object: DetailOf<C> | undefined) => ReactNode);
  /** What the form's fields hold of an object, where that is not the fields of the same name. */
  valuesOf?: (object: DetailOf<C>) => FormValues;
  /** In place of all fields: facts, or a drawing of the object. */
  facts?: readonly Fact<DetailOf<C>>[] | ((object: DetailOf<C>) => ReactNode);
  /** Actions of the page's own on one object. */
  rowActions?: (row: RowOf<C['list']> | DetailOf<C>) => ReactNode;
  /** Actions of the page's own on what is selected. */
  bulk?: (selection: Selection<RowOf<C['list']>>) => ReactNode;
}

/** Whether a panel or page is that of a declared entity. */
export const isOfEntity = (props: object): props is EntityProps<AnyEntity> => 'entity' in props;

type PlainCrud = CrudProps<CrudEndpoints, Subject>;

interface EntityCrudProps extends EntityProps<AnyEntity> {
  /** Arranges what the entity's declaration says. */
  arrange: (crud: PlainCrud) => ReactElement;
}

/** Reads from an entity's fields what a page of it says, and lets it be arranged. */
export function EntityCrud({ arrange, entity, columns, search, filters, form, facts, ...rest }: EntityCrudProps): ReactElement {
  const subject: Subject = { namespace: entity.module, kind: entity.kind };
  const words = useWords(subject);
  const labelOf = (name: string): string => words.field(name);
  return arrange({
    ...rest,
    subject,
    endpoints: endpointsOf(entity),
    columns: columns.map((column) => (typeof column === 'string' ? columnFor(entity, column, labelOf) : column)),
    ...(search !== undefined && { search }),
    ...(search === undefined && inputFacts(entity.list.input)['text'] && { search: 'text' }),
    filters: filters ?? ((list) => <EntityFilters entity={entity} list={list} />),
    form: form ?? ((object) => <EntityForm entity={entity} isNew={object === undefined} />),
    facts: facts ?? factsFor(entity, labelOf),
  });
}

const endpointsOf = (entity: AnyEntity): CrudEndpoints => {
  const { list, get, add, update, enable, disable, export: exporting, import: importing, reorder, shared } = entity;
  return { list, get, add, update, remove: entity.delete, enable, disable, export: exporting, import: importing, reorder, shared };
};

const looks: Readonly<Partial<Record<FieldType, CellKind>>> = {
  code: 'code',
  integer: 'number',
  bool: 'enum',
  choice: 'enum',
  local: 'local',
  platform: 'enum',
  moment: 'time',
  day: 'day',
};

const platformText = (value: unknown): string => {
  const known = platforms.find((one) => one === value);
  return known === undefined ? '—' : platformNames[known];
};

/** How a field is shown: a reference by its name, a platform by what it is called. */
function columnFor(entity: AnyEntity, name: string, labelOf: (name: string) => string): Column<{ id: string }> {
  const field = entity.fields[name];
  const label = labelOf(name);
  // Which names the rows have is held by the types of the page's own columns.
  const column = (look: Omit<ShownColumn<object>, 'label'>) => ({ label, ...look }) as Column<{ id: string }>;
  if (!field) return column({ name, ...((name === 'createdAt' || name === 'updatedAt') && { as: 'time' }) });
  const { traits, is } = field;
  if (is.reference) return column({ name: nameOf(name), sortable: false });
  if (is.secret) return column({ name: hasOf(name), as: 'boolean', sortable: false });
  if (traits.type === 'platform') return column({ name, cell: (row) => platformText(Reflect.get(row, name)) });
  if (traits.type === 'audience')
    return column({ name, sortable: false, cell: (row) => <AudienceText rows={Reflect.get(row, name) as Audience} /> });
  const { reorder } = entity;
  if (traits.place && reorder)
    return column({
      name,
      sortable: false,
      cell: (row) => (
        <MovePlace
          row={row}
          name={Reflect.get(row, entity.name) as string | LocalText}
          place={Number(Reflect.get(row, name))}
          endpoint={reorder}
        />
      ),
    });
  const as = looks[traits.type];
  return column({ name, ...(as && { as }) });
}

/** All that is known of an object: its fields in their order, and when it was made and changed. */
function factsFor(entity: AnyEntity, labelOf: (name: string) => string): Fact<object>[] {
  const own = Object.keys(entity.fields).map((name) => columnFor(entity, name, labelOf));
  const stamped = ['createdAt', 'updatedAt'].map((name) => ({ name, label: labelOf(name), as: 'time' as const }));
  const isAudience = (name: string): boolean => entity.fields[name]?.traits.type === 'audience';
  return factsOf<object>([...own, ...stamped]).map((fact) =>
    isAudience(fact.name)
      ? { ...fact, always: true, show: (row: object) => <AudienceText rows={Reflect.get(row, fact.name) as Audience} /> }
      : fact,
  );
}

/** The search, and a filter for every field that is marked so. */
function EntityFilters({ entity, list }: { entity: AnyEntity; list: List<object> }): ReactElement {
  const filtered = Object.entries(entity.fields).filter(([, { is }]) => is.filtered);
  const known: FilteredList<ListOf & AnyFilters> = list as FilteredList<ListOf & AnyFilters>;
  return (
    <>
      {list.searchKey !== undefined && <SearchFilter list={known} name={list.searchKey} />}
      {filtered.map(([name, field]) => (
        <FieldFilter key={name} list={known} name={name} field={field} />
      ))}
    </>
  );
}

/** A list of which only at run time is known by what it is filtered. */
type AnyFilters = Endpoint<z.ZodType<unknown, Record<string, unknown>>>;

function FieldFilter({ list, name, field }: { list: FilteredList<AnyFilters>; name: string; field: AnyField }): ReactElement {
  const picker = pickerOf(field);
  if (picker)
    return (
      <PickFilter list={list} name={name}>
        {picker}
      </PickFilter>
    );
  if (field.traits.type === 'platform')
    return <ChoiceFilter list={list} name={name} options={platforms.map((value) => ({ value, label: platformNames[value] }))} />;
  return ['bool', 'choice'].includes(field.traits.type) ? <EnumFilter list={list} name={name} /> : <SearchFilter list={list} name={name} />;
}

/** Every field that is entered: for a new object all of them, of one that is there those that may change. */
function EntityForm({ entity, isNew }: { entity: AnyEntity; isNew: boolean }): ReactElement {
  const F = entityFields(entity);
  const names = Object.keys(isNew ? entity.draft.shape : entity.change.shape).filter((name) => name in entity.fields);
  return (
    <>
      {names.map((name) => {
        const Field = F[name];
        return Field && <Field key={name} />;
      })}
    </>
  );
}
