import type { ReactElement } from 'react';
import type { CrudEndpoints } from './crud-endpoints.ts';
import type { CrudProps, FitCrud } from './crud-props.ts';
import { EntityCrud, isOfEntity, type AnyEntity, type EntityProps } from './entity-crud.tsx';
import { ListPanel } from '../page/list-page.tsx';
import type { Subject } from '../page/subject.ts';
import { useCrud } from './use-crud.tsx';

/**
 * One kind of object below tabs, or wherever there is room (level 3): list with filters in the address, form, drawer with history, actions,
 * import, export. Of a declared entity: `<CrudPanel entity={room} columns={['name', 'code']}/>`; else by its endpoints.
 */
export function CrudPanel<C extends AnyEntity>(props: EntityProps<C>): ReactElement;
export function CrudPanel<E extends CrudEndpoints, S extends Subject>(props: CrudProps<E, S> & FitCrud<E>): ReactElement;
export function CrudPanel(props: EntityProps<AnyEntity> | object): ReactElement {
  // Typed above; of which of the two it is its entity tells.
  if (isOfEntity(props)) return <EntityCrud {...props} arrange={(crud) => <Panel {...crud} />} />;
  return <Panel {...(props as CrudProps<CrudEndpoints, Subject>)} />;
}

function Panel(props: CrudProps<CrudEndpoints, Subject>): ReactElement {
  const { panel, actions, over } = useCrud(props);
  return (
    <ListPanel
      {...panel}
      filters={
        <>
          {panel.filters}
          <div className="whk-filter-actions">{actions}</div>
        </>
      }
      notice={over}
    />
  );
}
