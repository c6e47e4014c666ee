import type { ReactNode } from 'react';
import type { FormValues } from '../form/form-values.ts';
import type { Column } from '../table/column.ts';
import type { CheckedCrud, CrudEndpoints, EntityOf, FormNeeded } from './crud-endpoints.ts';
import type { Fact } from '../page/facts.tsx';
import type { FilterName, RowOf } from '../page/list-endpoint.ts';
import type { Subject } from '../page/subject.ts';
import type { List } from '../page/use-list.ts';
import type { Selection } from '../page/use-selection.ts';

/** Name of a filter; any where only at run time is known by what a list is filtered. */
type SearchName<L extends CrudEndpoints['list']> = [FilterName<L>] extends [never] ? string : FilterName<L>;

/** Refuses endpoints that a page can't use, and a page that adds or changes without a form. */
export type FitCrud<E extends CrudEndpoints> = { endpoints: CheckedCrud<E> } & FormNeeded<E>;

/** One kind of object on screen: list, form, drawer with history, actions on one and on many, import, export. Whoever needs more goes one level down. */
export interface CrudProps<E extends CrudEndpoints, S extends Subject> {
  /** Subject by which everything is labelled; `<kind>.help`, `<kind>.empty` and `<kind>.emptyHint` of its catalogue are used where they exist. */
  subject: S;
  /** The operations as values; buttons, forms and rights follow from them. */
  endpoints: E;
  /** The first column names the row and opens it. */
  columns: readonly Column<RowOf<E['list']>, S>[];
  /** The filter that the search field writes. */
  search?: SearchName<E['list']>;
  filters?: (list: List<RowOf<E['list']>, E['list']>) => ReactNode;
  /** The fields, made by `fieldsOf`: one form for adding (without an object) and changing. */
  form?: ReactNode | ((object: EntityOf<E> | undefined) => ReactNode);
  /** What the form's fields hold of an object, where that is not the fields of the same name. */
  valuesOf?: (object: EntityOf<E>) => FormValues;
  /** What the drawer shows of an object: fields, or a drawing of its own; the columns unless said. */
  facts?: readonly Fact<EntityOf<E>>[] | ((object: EntityOf<E>) => ReactNode);
  /** Actions of the page's own on one object, beside those of its endpoints. */
  rowActions?: (row: RowOf<E['list']> | EntityOf<E>) => ReactNode;
  /** Actions of the page's own on what is selected. */
  bulk?: (selection: Selection<RowOf<E['list']>>) => ReactNode;
  /** Kind of the objects in the journal, where it is not the subject's. */
  journal?: string;
}
