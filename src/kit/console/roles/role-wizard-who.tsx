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
import type { RoleWish } from './use-role-making.ts';

interface WhoProps {
  wish: RoleWish;
  rights: boolean;
  onChange: (part: Partial<RoleWish>) => void;
}

const pickers = { employee: EmployeePicker, department: DepartmentPicker, crowd: CrowdPicker };

/** Who gets the new role, and what it will give them. */
export function Who({ wish, rights, onChange }: WhoProps): ReactElement {
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
          value={wish.members[kind]}
          onChange={(value) => onChange({ members: { ...wish.members, [kind]: Array.isArray(value) ? value : [] } })}
        />
      </Form.Item>
    );
  };
  return (
    <Form layout="vertical">
      {rights && <Summary codes={wish.codes} range={wish.range} />}
      {kinds.map(field)}
      <UntilField id="role-who-until" value={wish.until} onChange={(until) => onChange({ until })} />
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
