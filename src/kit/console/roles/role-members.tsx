import { Tag } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import { ActionButton } from '../action/action-button.tsx';
import { useT } from '../i18n/use-t.ts';
import { DetailTabs } from '../tabs/detail-tabs.tsx';
import { Hint } from '../page/hint.tsx';
import { ListPanel } from '../page/list-page.tsx';
import type { ListEndpoint, RowOf } from '../page/list-endpoint.ts';
import { EnumFilter, PickFilter, SearchFilter } from '../page/filters.tsx';
import type { Subject } from '../page/subject.ts';
import { TabCount } from '../tabs/tab-count.tsx';
import { useRead } from '../page/query.ts';
import { useList, type List } from '../page/use-list.ts';
import type { Selection } from '../page/use-selection.ts';
import { pickerSources } from '../pickers/picker-source.ts';
import { DepartmentPicker } from '../pickers/pickers.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import type { Column } from '../table/column.ts';
import { AssignButton } from './assign-button.tsx';
import { useHoldingArea } from './role-area.ts';
import { everyoneText, isBuiltIn } from './role-module-area.tsx';

type Person = RowOf<ReturnType<typeof useHoldingArea>['contract']['getRoleEmpList']>;
type Group = RowOf<ReturnType<typeof useHoldingArea>['contract']['getRoleDeptList']>;
type Crowd = RowOf<ReturnType<typeof useHoldingArea>['contract']['getRoleGroupList']>;

const members: Subject = { namespace: 'kit', kind: 'member' };

/** Who of one kind holds the chosen role, where each kind has a page of its own. Nobody is put into a role that everybody holds. */
export function RoleMembersOf({ kind }: { kind: MemberKind }): ReactElement | null {
  const t = useT('kit');
  const { contract, everyone } = useHoldingArea();
  const roleId = useSearchParams()[0].get('roleId');
  const { data } = useRead(contract.find, { roleId: roleId ?? '' }, { enabled: roleId !== null && everyone !== undefined });
  if (roleId === null) return null;
  if (everyone && data && isBuiltIn(data)) return <EmptyState title={t('role.everyoneMembers')} hint={t(everyoneText(everyone))} />;
  if (kind === 'employee') return <People roleId={roleId} />;
  return kind === 'department' ? <Departments roleId={roleId} /> : <Crowds roleId={roleId} />;
}

/** Who holds the chosen role: people by name, departments with all below, crowds. */
export function RoleMembers(): ReactElement | null {
  const t = useT('kit');
  const { contract } = useHoldingArea();
  const roleId = useSearchParams()[0].get('roleId');
  const members = useRead(contract.find, { roleId: roleId ?? '' }, { enabled: roleId !== null }).data?.members;
  if (roleId === null) return null;
  const counts = { employee: members?.employees, department: members?.departments, crowd: members?.crowds };
  const tabs: { key: MemberKind; children: ReactNode }[] = [
    { key: 'employee', children: <People roleId={roleId} /> },
    { key: 'department', children: <Departments roleId={roleId} /> },
    ...(pickerSources().crowd ? [{ key: 'crowd' as const, children: <Crowds roleId={roleId} /> }] : []),
  ];
  return (
    <DetailTabs
      name="members"
      tabs={tabs.map((tab) => ({
        ...tab,
        label: (
          <>
            {t(`role.members.${tab.key}`)}
            <TabCount count={counts[tab.key]} />
          </>
        ),
      }))}
    />
  );
}

const personColumns: readonly Column<Person>[] = [
  { name: 'name' },
  { name: 'account' },
  { name: 'departmentName' },
  { name: 'way', cell: (row) => <WayText way={row.way} /> },
  { name: 'since', as: 'time' },
  { name: 'until', as: 'time' },
  { name: 'by' },
  { name: 'lastSignInAt', as: 'time', optional: true },
];
const groupColumns: readonly Column<Group>[] = [
  { name: 'name' },
  { name: 'fullName' },
  { name: 'people', as: 'number' },
  { name: 'since', as: 'time' },
  { name: 'until', as: 'time' },
  { name: 'by' },
];

const crowdColumns: readonly Column<Crowd>[] = [
  { name: 'name' },
  { name: 'people', as: 'number' },
  { name: 'standing', cell: (row) => <StandingText standing={row.standing} /> },
  { name: 'since', as: 'time' },
  { name: 'until', as: 'time' },
  { name: 'by' },
];

/** Whether the crowd follows its rule; where it does not, who was a member last has the role. */
function StandingText({ standing }: Pick<Crowd, 'standing'>): ReactElement {
  const t = useT('kit');
  if (standing === 'on') return <>{t('role.standing.on')}</>;
  return (
    <Hint title={() => t('role.standing.hint')}>
      <Tag color={standing === 'paused' ? 'default' : 'warning'}>{t(`role.standing.${standing}`)}</Tag>
    </Hint>
  );
}

function WayText({ way }: { way: Person['way'] }): ReactElement {
  const t = useT('kit');
  return <>{t(`role.way.${way.kind}`, { name: way.name })}</>;
}

function People({ roleId }: { roleId: string }): ReactElement {
  const { contract, memberTools } = useHoldingArea();
  const list = useList(contract.getRoleEmpList, { inAddress: false, fixed: { roleId } });
  return (
    <Members
      kind="employee"
      roleId={roleId}
      list={list}
      columns={personColumns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="way" />
          <EnumFilter list={list} name="ending" />
          <PickFilter list={list} name="deptId">
            <DepartmentPicker />
          </PickFilter>
        </>
      }
      tools={memberTools?.(roleId)}
      // Who comes by a department or crowd is taken out with it.
      fixed={list.state.filters['way'] !== undefined && list.state.filters['way'] !== 'employee'}
    />
  );
}

function Departments({ roleId }: { roleId: string }): ReactElement {
  const { contract, groupTools } = useHoldingArea();
  const list = useList(contract.getRoleDeptList, { inAddress: false, fixed: { roleId } });
  return (
    <Members
      kind="department"
      roleId={roleId}
      list={list}
      columns={groupColumns}
      filters={<SearchFilter list={list} name="name" />}
      tools={groupTools?.(roleId, 'department')}
    />
  );
}

function Crowds({ roleId }: { roleId: string }): ReactElement {
  const { contract, groupTools } = useHoldingArea();
  const list = useList(contract.getRoleGroupList, { inAddress: false, fixed: { roleId } });
  return (
    <Members
      kind="crowd"
      roleId={roleId}
      list={list}
      columns={crowdColumns}
      filters={<SearchFilter list={list} name="name" />}
      tools={groupTools?.(roleId, 'crowd')}
    />
  );
}

interface MembersProps<Row extends { id: string; name: string }> {
  kind: MemberKind;
  roleId: string;
  list: List<Row, ListEndpoint>;
  columns: readonly Column<Row>[];
  filters?: ReactNode;
  tools?: ReactNode;
  /** Nobody shown can be taken out one by one. */
  fixed?: boolean;
}

function Members<Row extends { id: string; name: string }>({
  kind,
  roleId,
  list,
  columns,
  filters,
  tools,
  fixed,
}: MembersProps<Row>): ReactElement {
  const t = useT('kit');
  const { contract, membersImpact } = useHoldingArea();
  const found = useRead(contract.find, { roleId });
  // Whom it reaches another way stands on other tabs: an empty list does not say that nobody holds it.
  const others = found.data && kind === 'employee' ? found.data.people - found.data.members.employees : 0;
  const readings = [contract.getRoleEmpList, contract.getRoleDeptList, contract.getRoleGroupList, contract.find, contract.list];
  const assign = <AssignButton kind={kind} roleId={roleId} readings={readings} />;
  const remove = (selection: Selection<Row>): ReactElement => (
    <ActionButton
      endpoint={contract.removeMembers}
      names={selection.rows.map(({ name }) => name)}
      input={{ roleId, kind, ids: [...selection.ids] }}
      {...(membersImpact && {
        confirm: 'ask',
        impact: membersImpact(
          roleId,
          'remove',
          selection.ids.map((id) => ({ kind, id })),
        ),
      })}
      invalidates={readings}
      onDone={selection.clear}
    />
  );
  return (
    <ListPanel
      subject={members}
      list={list}
      columns={columns}
      filters={
        <>
          {filters}
          <div className="whk-filter-actions">
            {assign}
            {tools}
          </div>
        </>
      }
      {...(!fixed && { bulk: remove })}
      empty={
        <EmptyState
          title={t('role.noMembers')}
          hint={others > 0 ? t('grant.heldThrough', { count: others }) : t('role.noMembersHint')}
          action={assign}
        />
      }
    />
  );
}
