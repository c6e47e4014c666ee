import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { robotGroupAdd, robotGroupList, robotGroupRemove } from '../../common/company/robot.contract.ts';
import { GroupPicker } from './group-picker.tsx';
import { groupSubject, robotReadings } from './subjects.ts';

const F = fieldsOf(robotGroupAdd.input);

/** The groups that a robot is in. */
export function GroupsPanel({ robotId }: { robotId: string }): ReactElement {
  const t = useT('robots');
  const list = useList(robotGroupList, { fixed: { robotId }, inAddress: false });
  const { granted, name } = useActionName(robotGroupAdd);
  const [adding, setAdding] = useState(false);
  const add = granted && (
    <Button type="primary" onClick={() => setAdding(true)}>
      {name}
    </Button>
  );
  return (
    <>
      <ListPanel
        subject={groupSubject}
        list={list}
        columns={[
          { name: 'name', sortable: false },
          { name: 'number', as: 'code', sortable: false },
          { name: 'members', as: 'number', sortable: false },
          { name: 'others', as: 'number', sortable: false },
          { name: 'addedAt', as: 'time' },
          { name: 'addedBy', sortable: false },
        ]}
        filters={<div className="whk-filter-actions">{add}</div>}
        empty={<EmptyState title={t('robotGroup.empty')} hint={t('robotGroup.emptyHint')} action={add || undefined} />}
        rowActions={(row) => (
          <ActionButton
            endpoint={robotGroupRemove}
            input={{ robotId, groupIds: [row.id] }}
            names={[row.name]}
            type="text"
            invalidates={robotReadings}
          />
        )}
      />
      {adding && (
        <SubjectContext value={groupSubject}>
          <FormDialog
            endpoint={robotGroupAdd}
            initial={{ robotId, groupIds: [] }}
            invalidates={robotReadings}
            onClose={() => setAdding(false)}
          >
            <F.groupIds help={t('robotGroup.addHint')}>
              <GroupPicker multiple />
            </F.groupIds>
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}
