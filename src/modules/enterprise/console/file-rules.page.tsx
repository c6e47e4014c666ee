import type { ReactElement } from 'react';
import { roleDraft, type RoleRow } from '#kit/common/role/role.schema.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import type { HoldingArea } from '#kit/console/roles/role-area.ts';
import { MemberTools } from '#kit/console/roles/member-tools.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { fileMembers, fileRule } from '../common/file-rule.contract.ts';
import { ruleTypes, terminalTypes } from '../common/limit-words.ts';
import { fileMemberPage } from '../common/permissions.ts';
import { NumberSelect } from './components/number-choices.tsx';
import { fileSubject } from './subjects.ts';

const F = fieldsOf(roleDraft);
const usual = { terminalType: 1, ruleType: 1, ownerDeptId: null };

function KindFields(): ReactElement {
  const t = useT('enterprise');
  return (
    <>
      <F.terminalType help={t('fmmRole.terminalHelp')}>
        <NumberSelect options={terminalTypes.map((value) => ({ value, label: t(`fmmRole.terminalType.${value}`) }))} />
      </F.terminalType>
      <F.ruleType help={t('fmmRole.ruleHelp')}>
        <NumberSelect options={ruleTypes.map((value) => ({ value, label: t(`fmmRole.ruleType.${value}`) }))} />
      </F.ruleType>
      <F.ownerDeptId help={t('role.ownerHelp')}>
        <DepartmentPicker />
      </F.ownerDeptId>
    </>
  );
}

function Summary({ role }: { role: RoleRow }): ReactElement {
  const t = useT('enterprise');
  const [language] = useLanguage();
  const terminal = terminalTypes.find((one) => one === role.terminalType) ?? 1;
  const rule = ruleTypes.find((one) => one === role.ruleType) ?? 1;
  const people = t('fileRule.people', { people: numberText(role.people, language) });
  const owner = role.ownerDeptName === '' ? [] : [role.ownerDeptName];
  const exempt = role.exempt ? [t('fileRule.exempt', { people: numberText(role.exempt, language) })] : [];
  return <>{[t(`fmmRole.ruleType.${rule}`), t(`fmmRole.terminalType.${terminal}`), people, ...exempt, ...owner].join(' · ')}</>;
}

const area: HoldingArea = {
  contract: fileRule,
  subject: fileSubject,
  page: fileMemberPage.code.replaceAll('_', '-'),
  memberTools: (roleId) => <MemberTools files={fileMembers} roleId={roleId} />,
  filters: (list) => (
    <>
      <EnumFilter list={list} name="terminalType" />
      <EnumFilter list={list} name="ruleType" />
      <EnumFilter list={list} name="enabled" />
    </>
  ),
  summary: (role) => <Summary role={role} />,
  more: { fields: <KindFields />, values: usual },
};

/** Whose files are held: the file rules, and whom each holds. */
export default function FileRulesPage(): ReactElement {
  return <RoleManage area={area} />;
}
