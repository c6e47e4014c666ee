import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { List } from '#kit/console/page/use-list.ts';
import type { Selection } from '#kit/console/page/use-selection.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import {
  employeeDisable,
  employeeEnable,
  employeeFilter,
  employeeRemove,
  employeeSessionEnd,
  type employeeList,
  type EmployeeRow,
} from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { LeaveButton } from '../life/life-actions.tsx';
import type { BulkTarget } from './bulk-update.tsx';
import { peopleReadings } from './people-readings.ts';

const BulkUpdate = later('bulk-update', async () => (await import('./bulk-update.tsx')).BulkUpdate);

interface BulkActionsProps {
  list: List<EmployeeRow, typeof employeeList>;
  selection: Selection<EmployeeRow>;
}

/** What can be done with those who are selected; a change of fields also with everybody who is filtered. */
export function BulkActions({ list, selection }: BulkActionsProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [target, setTarget] = useState<BulkTarget>();
  const act = {
    names: selection.rows.map(({ name }) => name),
    input: { ids: [...selection.ids] },
    invalidates: peopleReadings,
    onDone: selection.clear,
  };
  return (
    <>
      <Permit code={userManagement.button.batchUpdate}>
        {(name) => (
          <>
            <Button onClick={() => setTarget({ ids: [...selection.ids] })}>{name}</Button>
            {list.total > selection.ids.length && (
              <Button onClick={() => setTarget({ filter: employeeFilter.parse(list.asked) })}>
                {t('people.bulkAll', { count: numberText(list.total, language) })}
              </Button>
            )}
          </>
        )}
      </Permit>
      <ActionButton endpoint={employeeEnable} {...act} />
      <ActionButton endpoint={employeeDisable} {...act} />
      <ActionButton endpoint={employeeSessionEnd} {...act} />
      <LeaveButton ids={selection.ids} />
      <ActionButton
        endpoint={employeeRemove}
        {...act}
        why={selection.rows.some(({ status }) => status === 'active') && t('people.deleteActive')}
      />
      {target && <BulkUpdate target={target} onDone={selection.clear} onClose={() => setTarget(undefined)} />}
    </>
  );
}
