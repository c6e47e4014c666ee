import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { codeFor, type HoldingCodes } from '#kit/common/role/role-codes.ts';
import { memberKinds } from '#kit/common/role/role-range.ts';
import type { RoleDetail } from '#kit/common/role/role.schema.ts';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { SubjectContext, useWords } from '../page/subject.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { NestedTabs } from './nested-tabs.tsx';
import { RoleAreaContext, useHoldingArea, type HoldingArea } from './role-area.ts';
import { RoleHead } from './role-head.tsx';
import { RoleList } from './role-list.tsx';
import './roles.css';

interface RoleManageProps {
  area: HoldingArea;
  /** The tabs of the chosen role, where they are no nested pages. */
  tabs?: ((role: RoleDetail) => ReactNode) | undefined;
}

/** The roles of an area: the list on the left, the tabs of the chosen one (its nested pages) on the right. */
export function RoleManage({ area, tabs }: RoleManageProps): ReactElement {
  const t = useT('kit');
  const words = useWords(area.subject);
  const [search, setSearch] = useSearchParams();
  const roleId = search.get('roleId') ?? undefined;
  const choose = (id: string | undefined, replace = false): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === undefined) next.delete('roleId');
        else next.set('roleId', id);
        return next;
      },
      { replace },
    );
  return (
    <RoleAreaContext value={area}>
      <SubjectContext value={area.subject}>
        <div className="whk-roles">
          <RoleList selected={roleId} onSelect={choose} onFirst={(id) => choose(id, true)} />
          <section className="whk-role" aria-label={t('role.chosen')}>
            {roleId === undefined ? (
              <EmptyState
                title={words.own('choose') ?? t('role.choose')}
                hint={t('rights' in area ? 'role.chooseHint' : 'role.chooseHolding')}
              />
            ) : (
              <ChosenRole roleId={roleId} tabs={tabs} onGone={() => choose(undefined)} />
            )}
          </section>
        </div>
      </SubjectContext>
    </RoleAreaContext>
  );
}

interface ChosenRoleProps {
  roleId: string;
  tabs: RoleManageProps['tabs'];
  onGone: () => void;
}

function ChosenRole({ roleId, tabs, onGone }: ChosenRoleProps): ReactElement {
  const { contract, page } = useHoldingArea();
  const { data, error, refetch } = useRead(contract.find, { roleId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm />;
  return (
    <>
      <RoleHead role={data} onGone={onGone} />
      {tabs ? tabs(data) : <NestedTabs page={page} keep={['roleId']} counts={countsOf(contract.codes, data)} />}
    </>
  );
}

/** How much stands on the tabs of a role: members of each kind, and what it grants. */
function countsOf(codes: HoldingCodes, { members, menus, buttons }: RoleDetail): Record<string, number> {
  const counts: Record<string, number> = {};
  const byKind = { employee: members.employees, department: members.departments, crowd: members.crowds };
  for (const kind of memberKinds) counts[codeFor(codes.members, kind)] = (counts[codeFor(codes.members, kind)] ?? 0) + byKind[kind];
  if ('authority' in codes) counts[String(codes.authority)] = menus + buttons;
  return counts;
}
