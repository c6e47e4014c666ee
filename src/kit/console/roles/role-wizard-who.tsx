import { Form } from 'antd';
import type { ReactElement } from 'react';
import { memberKinds, type MemberKind } from '#kit/common/role/role-range.ts';
import { useMay } from '../action/use-may.ts';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '../pickers/pickers.tsx';
import { pickerSources } from '../pickers/picker-source.ts';
import type { RangeChoice } from './range-editor.tsx';
import { rangeChoiceText } from './range-text.ts';
import { useHoldingArea, useRoleArea } from './role-area.ts';
import { UntilField } from './until-field.tsx';
import type { RoleRequest } from './use-role-making.ts';

interface WhoProps {
  request: RoleRequest;
  rights: boolean;
  onChange: (part: Partial<RoleRequest>) => void;
}

const pickers = { employee: EmployeePicker, department: DepartmentPicker, crowd: CrowdPicker };

/** Who gets the new role, and what it will give them. */
export function Who({ request, rights, onChange }: WhoProps): ReactElement {
  const t = useT('kit');
  const may = useMay();
  const { contract } = useHoldingArea();
  const calls = { employee: contract.assignEmployees, department: contract.assignDepartments, crowd: contract.assignCrowds };
  const kinds = memberKinds.filter((kind) => may(calls[kind]) && (kind !== 'crowd' || pickerSources().crowd));
  const field = (kind: MemberKind): ReactElement => {
    const Picker = pickers[kind];
    return (
      <Form.Item key={kind} label={t(`role.members.${kind}`)} htmlFor={`role-who-${kind}`}>
        <Picker
          id={`role-who-${kind}`}
          multiple
          value={request.members[kind]}
          onChange={(value) => onChange({ members: { ...request.members, [kind]: Array.isArray(value) ? value : [] } })}
        />
      </Form.Item>
    );
  };
  return (
    <Form layout="vertical">
      {rights && <Summary codes={request.codes} range={request.range} />}
      {kinds.map(field)}
      <UntilField id="role-who-until" value={request.until} onChange={(until) => onChange({ until })} />
    </Form>
  );
}

/** What the role will give, in one line. */
function Summary({ codes, range }: { codes: readonly string[]; range: RangeChoice }): ReactElement | null {
  const t = useT('kit');
  const { tree } = useRoleArea();
  const { data } = useRead(tree, {});
  if (!data) return null;
  const held = data.nodes.filter(({ code }) => codes.includes(code));
  const buttons = held.filter(({ kind }) => kind !== 'menu');
  const dangerous = buttons.filter((node) => node.dangerous).length;
  return (
    <p className="whk-effect">
      {t('grant.summary', { pages: held.length - buttons.length, buttons: buttons.length, dangerous, range: rangeChoiceText(range, t) })}
    </p>
  );
}
