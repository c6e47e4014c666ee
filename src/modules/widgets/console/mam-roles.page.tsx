import type { ReactElement } from 'react';
import { roleDraft, type RoleRow } from '#kit/common/role/role.schema.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, PickFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { MemberTools } from '#kit/console/roles/member-tools.tsx';
import type { HoldingArea } from '#kit/console/roles/role-area.ts';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { mamRolePage } from '../common/permissions.ts';
import { mamCrowds, mamDepartments, mamMembers, mamRole, mamRoleExport } from '../common/role.contract.ts';
import { appChannels } from '../common/widget-words.ts';
import { AppKeySelect } from './components/app-select.tsx';
import { mamRoleSubject } from './subjects.ts';

const F = fieldsOf(roleDraft);

function MoreFields(): ReactElement {
  return (
    <>
      <F.appKey>
        <AppKeySelect />
      </F.appKey>
      <F.ownerDeptId>
        <DepartmentPicker />
      </F.ownerDeptId>
    </>
  );
}

const isBuiltIn = (role: RoleRow): boolean => fieldOf(role, 'builtIn') === true;

function Summary({ role }: { role: RoleRow }): ReactElement {
  const t = useT('widgets');
  const [language] = useLanguage();
  const people = isBuiltIn(role) ? t('mamRole.everyoneHint') : t('mamRole.reach', { people: numberText(role.people, language) });
  const gives = t('mamRole.gives', { widgets: String(fieldOf(role, 'widgets')), functions: String(fieldOf(role, 'functions')) });
  const opened = fieldOf(role, 'channels');
  const channels = appChannels.filter((one) => Array.isArray(opened) && opened.includes(one));
  const parts = [people, gives];
  if (channels.length > 0) parts.push(t('mamRole.channels', { names: channels.map((one) => t(`channel.${one}`)).join(', ') }));
  if (role.ownerDeptName !== '') parts.push(role.ownerDeptName);
  return <>{parts.join(' · ')}</>;
}

const area: HoldingArea = {
  contract: mamRole,
  subject: mamRoleSubject,
  page: mamRolePage.code.replaceAll('_', '-'),
  memberTools: (roleId) => <MemberTools files={mamMembers} roleId={roleId} />,
  groupTools: (roleId, kind) => <MemberTools files={kind === 'department' ? mamDepartments : mamCrowds} roleId={roleId} />,
  filters: (list) => (
    <>
      <EnumFilter list={list} name="enabled" />
      <PickFilter list={list} name="ownerDeptId">
        <DepartmentPicker />
      </PickFilter>
      <ExportButton endpoint={mamRoleExport} input={(format) => ({ format, filter: { ...list.asked } })} />
    </>
  ),
  summary: (role) => <Summary role={role} />,
  fixed: isBuiltIn,
  more: { fields: <MoreFields />, values: { ownerDeptId: null, appKey: null } },
};

/** App roles: what their holders may use on terminals. */
export default function MamRolesPage(): ReactElement {
  return <RoleManage area={area} />;
}
