import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useRead } from '../page/query.ts';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { GrantEditor } from './grant-editor.tsx';
import { useRoleArea } from './role-area.ts';
import './roles.css';

/** What the chosen role grants, and where: the pages with their levels on the left, the data range on the right. */
export function RoleAuthority(): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <Authority roleId={roleId} />;
}

function Authority({ roleId }: { roleId: string }): ReactElement {
  const { contract, tree } = useRoleArea();
  const nodes = useRead(tree, {});
  const granted = useRead(contract.resources, { roleId });
  const range = useRead(contract.ranges, { roleId });
  const role = useRead(contract.find, { roleId });
  const error = nodes.error ?? granted.error ?? range.error;
  if (error) return <ErrorState error={error} retry={() => void Promise.all([nodes.refetch(), granted.refetch(), range.refetch()])} />;
  if (!nodes.data || !granted.data || !range.data) return <WaitingForm lines={10} />;
  const fixed = role.data?.preset !== null || !role.data.editable;
  return (
    <GrantEditor
      // Another role begins again; what somebody else saves of this one is taken over while nothing is changed here.
      key={roleId}
      roleId={roleId}
      nodes={nodes.data.nodes}
      stored={{
        version: Math.max(granted.data.version, range.data.version),
        codes: granted.data.codes,
        range: { kind: range.data.range.kind, ids: range.data.range.departments.map(({ id }) => id) },
      }}
      fixed={fixed}
    />
  );
}
