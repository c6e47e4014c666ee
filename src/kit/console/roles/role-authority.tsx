import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { GrantEditor } from './grant-editor.tsx';
import { RangeEditor } from './range-editor.tsx';
import { useRoleArea } from './role-area.ts';
import './roles.css';

/** What the chosen role grants, and where: the permission tree on the left, the data range on the right. */
export function RoleAuthority(): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <Authority roleId={roleId} />;
}

function Authority({ roleId }: { roleId: string }): ReactElement {
  const t = useT('kit');
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
    <div className="whk-authority">
      <section aria-label={t('role.resources')}>
        <h3>{t('role.resources')}</h3>
        {fixed && <p>{t('role.fixed')}</p>}
        {/* Anew when the permissions changed: what somebody else saved is what one starts from; a saved range takes nothing away. */}
        <GrantEditor
          key={granted.data.codes.join()}
          roleId={roleId}
          version={granted.data.version}
          nodes={nodes.data.nodes}
          granted={granted.data.codes}
          fixed={fixed}
        />
      </section>
      <section aria-label={t('role.rangeTitle')}>
        <h3>{t('role.rangeTitle')}</h3>
        {/* The same for the range. */}
        <RangeEditor
          key={JSON.stringify(range.data.range)}
          roleId={roleId}
          version={range.data.version}
          range={range.data.range}
          fixed={fixed}
        />
      </section>
    </div>
  );
}
