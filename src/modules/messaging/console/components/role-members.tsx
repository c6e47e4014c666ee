import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { RoleMembersOf } from '#kit/console/roles/role-members.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { messagingRole } from '../../common/role.contract.ts';

/** Who of one kind holds the chosen role; nobody is put into the built-in one. */
export function MessagingMembers({ kind }: { kind: MemberKind }): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <Members roleId={roleId} kind={kind} />;
}

function Members({ roleId, kind }: { roleId: string; kind: MemberKind }): ReactElement {
  const t = useT('messaging');
  const { data } = useRead(messagingRole.find, { roleId });
  if (data?.builtIn) return <EmptyState title={t('immRole.everyoneMembers')} hint={t('immRole.builtInHint')} />;
  return <RoleMembersOf kind={kind} />;
}
