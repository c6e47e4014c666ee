import type { ReactElement } from 'react';
import type { MenuResource } from '#kit/common/permission.ts';
import { useCodeName } from '../routes/use-code-name.ts';
import type { CrudEndpoints } from './crud-endpoints.ts';
import type { CrudProps, FitCrud } from './crud-props.ts';
import { EntityCrud, isOfEntity, type AnyEntity, type EntityProps } from './entity-crud.tsx';
import { ListPage } from '../page/list-page.tsx';
import { useWords, type Subject } from '../page/subject.ts';
import { useCrud } from './use-crud.tsx';

/** A whole page of one kind of object: what `CrudPanel` has, in a frame with title, help and actions. Whoever asks for a thirteenth prop goes one level down. */
export interface CrudPageProps<E extends CrudEndpoints, S extends Subject> extends CrudProps<E, S> {
  /** The page as it is declared: its name as granted is the title. */
  page: MenuResource;
}

/** A whole page of a declared entity. */
export interface EntityPageProps<C extends AnyEntity> extends EntityProps<C> {
  page: MenuResource;
}

/** A page of one kind of object (level 3): list, form, drawer with history, actions on one and on many, import, export. */
export function CrudPage<C extends AnyEntity>(props: EntityPageProps<C>): ReactElement;
export function CrudPage<E extends CrudEndpoints, S extends Subject>(props: CrudPageProps<E, S> & FitCrud<E>): ReactElement;
export function CrudPage(props: { page: MenuResource }): ReactElement {
  const title = useCodeName(props.page.code);
  // Typed above; of which of the two it is its entity tells.
  if (isOfEntity(props)) return <EntityCrud {...props} arrange={(crud) => <Framed {...crud} title={title} />} />;
  return <Framed {...(props as CrudPageProps<CrudEndpoints, Subject>)} title={title} />;
}

function Framed({ title, ...props }: CrudProps<CrudEndpoints, Subject> & { title: string }): ReactElement {
  const words = useWords(props.subject);
  const { panel, actions, over } = useCrud(props);
  return (
    <ListPage {...panel} title={title} help={words.own('help')} actions={actions}>
      {over}
    </ListPage>
  );
}
