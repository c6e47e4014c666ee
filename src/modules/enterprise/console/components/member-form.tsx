import { Form } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { memberLimitDraft } from '../../common/member-limit.contract.ts';
import { MemberSize } from './member-size.tsx';
import { PartiesInput } from './parties-input.tsx';

const F = fieldsOf(memberLimitDraft);

/** The fields of a member limit, and how many people it would mean. */
export function MemberForm(): ReactElement {
  return (
    <>
      <F.name />
      <F.ownerDeptId>
        <DepartmentPicker />
      </F.ownerDeptId>
      <F.effect as="radio" />
      <F.direction as="radio" />
      <F.from wide>
        <PartiesInput />
      </F.from>
      <F.to wide>
        <PartiesInput />
      </F.to>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => <MemberSize values={getFieldsValue(true)} />}
      </Form.Item>
      <F.actions wide as="checks" />
      <F.exceptions wide>
        <EmployeePicker multiple />
      </F.exceptions>
      <F.existing as="radio" />
    </>
  );
}
