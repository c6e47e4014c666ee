import type { ReactElement, ReactNode } from 'react';
import type { MemberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { roleDraft, type RoleRow } from '#kit/common/role/role.schema.ts';
import { fieldOf } from '../call/call-error.ts';
import { fieldsOf } from '../form/fields-of.tsx';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { EnumFilter, PickFilter } from '../page/filters.tsx';
import { DepartmentPicker } from '../pickers/pickers.tsx';
import { numberText } from '../table/formats.ts';
import { MemberTools } from './member-tools.tsx';
import type { HoldingArea } from './role-area.ts';

const F = fieldsOf(roleDraft);

/** Whether everybody holds a role, so that nobody is put into it. */
export const isBuiltIn = (role: object): boolean => fieldOf(role, 'builtIn') === true;

interface RoleModuleDraft extends Pick<HoldingArea, 'contract' | 'subject' | 'reorder' | 'impact' | 'agreed' | 'membersImpact'> {
  /** Code of the page that holds the roles. */
  readonly page: string;
  /** Who holds the built-in role: everybody, or everybody who holds no other. */
  readonly everyone: 'always' | 'else';
  /** Members that are read from and written to files. */
  readonly files: readonly MemberFilesContract[];
  /** What a role gives, in short sentences; how many functions unless said. */
  readonly summary?: (role: RoleRow) => readonly ReactNode[];
  /** Beside the filters by state and department: an export. */
  readonly tools?: HoldingArea['filters'];
  /** A field of the form before the department it belongs to, and the value of it in new roles. */
  readonly more?: HoldingArea['more'];
}

/** Roles that give something of a module, as their pages need them. */
export function roleModuleArea({ page, files, summary, tools, more, everyone, ...draft }: RoleModuleDraft): HoldingArea {
  const toolsOf = (kind: MemberFilesContract['kind'], roleId: string): ReactNode => {
    const found = files.find((one) => one.kind === kind);
    return found && <MemberTools files={found} roleId={roleId} />;
  };
  return {
    ...draft,
    everyone,
    page: page.replaceAll('_', '-'),
    memberTools: (roleId) => toolsOf('employee', roleId),
    groupTools: (roleId, kind) => toolsOf(kind, roleId),
    filters: (list) => (
      <>
        <EnumFilter list={list} name="enabled" />
        <PickFilter list={list} name="ownerDeptId">
          <DepartmentPicker />
        </PickFilter>
        {tools?.(list)}
      </>
    ),
    summary: (role) => <Summary role={role} everyone={everyone} gives={summary?.(role)} />,
    fixed: isBuiltIn,
    more: { fields: <OwnerField before={more?.fields} />, values: { ownerDeptId: null, ...more?.values } },
  };
}

function OwnerField({ before }: { before: ReactNode }): ReactElement {
  const t = useT('kit');
  return (
    <>
      {before}
      <F.ownerDeptId help={t('role.ownerHelp')}>
        <DepartmentPicker />
      </F.ownerDeptId>
    </>
  );
}

interface SummaryProps {
  role: RoleRow;
  everyone: RoleModuleDraft['everyone'];
  gives: readonly ReactNode[] | undefined;
}

/** Whom a role reaches, what it gives, and to which department it belongs. */
function Summary({ role, everyone, gives }: SummaryProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const people = isBuiltIn(role) ? everyoneText(everyone) : 'role.people';
  const parts = [
    t(people, { count: numberText(role.people, language) }),
    ...(gives ?? [<FunctionCount key="functions" role={role} />]),
    ...(role.ownerDeptName === '' ? [] : [role.ownerDeptName]),
  ];
  return (
    <>
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          {part}
        </span>
      ))}
    </>
  );
}

/** How many functions a role gives. */
export function FunctionCount({ role }: { role: RoleRow }): ReactElement {
  const t = useT('kit');
  return <>{t('role.functions', { count: Number(fieldOf(role, 'functions') ?? 0) })}</>;
}

/** Key of the text that says who holds the built-in role. */
export const everyoneText = (everyone: RoleModuleDraft['everyone']): 'role.everyoneAlways' | 'role.everyoneElse' =>
  everyone === 'always' ? 'role.everyoneAlways' : 'role.everyoneElse';
