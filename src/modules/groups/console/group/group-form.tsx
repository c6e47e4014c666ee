import { Form } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrowdPicker, DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { group } from '../../common/group.contract.ts';
import { TypeSelect } from '../type-select.tsx';

const F = entityFields(group);

/** A group; what it follows is asked only of groups that follow something. */
export function GroupForm(): ReactElement {
  const t = useT('groups');
  const kind: unknown = Form.useWatch('kind');
  return (
    <>
      <F.name />
      <F.typeId>
        <TypeSelect />
      </F.typeId>
      <F.kind help={t('imGroup.kindHelp')} />
      {kind === 'department' && (
        <F.sourceId label={t('imGroup.sourceDepartment')}>
          <DepartmentPicker />
        </F.sourceId>
      )}
      {kind === 'crowd' && (
        <F.sourceId label={t('imGroup.sourceCrowd')}>
          <CrowdPicker />
        </F.sourceId>
      )}
      <F.ownerId />
      <F.ownerDeptId help={t('imGroup.deptHelp')} />
      <F.notice />
      <F.joinMode />
      <F.speak />
      <F.historyForNew />
      <F.maxMembers />
      <F.forwardAllowed />
      {kind === 'task' && <F.endsAt help={t('imGroup.endsHelp')} />}
    </>
  );
}
