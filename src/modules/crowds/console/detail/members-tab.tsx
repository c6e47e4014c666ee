import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import type { RowOf } from '#kit/console/page/list-endpoint.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import type { Column } from '#kit/console/table/column.ts';
import { crowdMembers } from '../../common/crowd-people.contract.ts';
import { type CrowdDetail } from '../../common/crowd.contract.ts';
import { userManagement } from '#modules/people/common/permissions.ts';
import { crowdMember } from '../subjects.ts';
import { SliceFoot } from './slice-foot.tsx';

type Member = RowOf<typeof crowdMembers>;

const columns: readonly Column<Member, typeof crowdMember>[] = [
  { name: 'name', width: 150 },
  { name: 'account' },
  { name: 'departmentName' },
  { name: 'enabled', as: 'boolean' },
  { name: 'by', as: 'enum' },
  { name: 'since', as: 'time' },
];

/** Who is in a crowd, as far as the administrator's range goes. */
export function MembersTab({ crowd }: { crowd: CrowdDetail }): ReactElement {
  const t = useT('user-centre');
  const navigate = useNavigate();
  const mayOpen = useCan()(userManagement.code);
  const list = useSlices(crowdMembers, { name: 'm.', fixed: { crowdId: crowd.id }, searchKey: 'text' });
  return (
    <ListPanel<Member, typeof crowdMember>
      subject={crowdMember}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          {crowd.kind === 'dynamic' && <EnumFilter list={list} name="by" />}
          <PickFilter list={list} name="deptId">
            <DepartmentPicker />
          </PickFilter>
        </>
      }
      {...(mayOpen && { onOpen: (row) => void navigate(`${userManagement.route}?emp=${row.id}`) })}
      empty={<EmptyState title={t('crowd.noMembers')} hint={t('crowd.noMembersHint')} />}
      foot={<SliceFoot list={list} />}
    />
  );
}
