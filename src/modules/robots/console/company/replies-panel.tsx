import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ChosenNames } from '#kit/console/page/use-chosen.ts';
import { robotReply } from '../../common/company/reply.contract.ts';

const F = entityFields(robotReply);
/** The address of the page names the robot by `id`. */
const names = { id: 'reply', add: 'addReply' };

/** The keyword replies of a robot, in their order. */
export function RepliesPanel({ robotId }: { robotId: string }): ReactElement {
  return (
    <ChosenNames value={names}>
      <CrudPanel
        entity={{ ...robotReply, shared: { robotId } }}
        columns={[
          { name: 'words', sortable: false },
          { name: 'match', as: 'enum', sortable: false },
          { name: 'answer', as: 'local', sortable: false },
          { name: 'cooldown', as: 'number', sortable: false },
          'place',
          { name: 'used30', as: 'number', sortable: false },
          'enabled',
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="match" />
            <EnumFilter list={list} name="enabled" />
          </>
        )}
        form={
          <>
            <F.words />
            <F.match />
            <F.answer wide />
            <F.cooldown />
          </>
        }
      />
    </ChosenNames>
  );
}
