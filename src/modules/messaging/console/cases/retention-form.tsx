import { Form } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { retention } from '../../common/case.contract.ts';
import { GroupPicker, GroupTypePicker } from './groups-picker.tsx';

const F = fieldsOf(retention.draft);

/** A rule of keeping; what it applies to decides what is named. */
export function RetentionForm(): ReactElement {
  const scope: unknown = Form.useWatch('scope');
  return (
    <>
      <F.name />
      <F.scope />
      {scope === 'department' && (
        <F.scopeId>
          <DepartmentPicker />
        </F.scopeId>
      )}
      {scope === 'group' && (
        <F.scopeId>
          <GroupPicker />
        </F.scopeId>
      )}
      {scope === 'groupType' && (
        <F.scopeId>
          <GroupTypePicker />
        </F.scopeId>
      )}
      <F.keepDays />
    </>
  );
}
