import { Alert, Button } from 'antd';
import type { ReactElement } from 'react';
import { useActionName } from '../action/action-button.tsx';
import { OffButton } from '../action/off-button.tsx';
import { ImpactLine } from '../form/impact-line.tsx';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useT } from '../i18n/use-t.ts';
import { GrantMatrix } from './grant-matrix.tsx';
import { PreviewEffect } from './preview-effect.tsx';
import { isComplete, RangeEditor, rangeRequest } from './range-editor.tsx';
import { useRoleArea, type ResourceOption } from './role-area.ts';
import { useAuthority, type Authority } from './use-authority.ts';
// The bar with the buttons is that of settings.
import '../form/form.css';
import '../page/settings.css';

interface GrantEditorProps {
  roleId: string;
  nodes: readonly ResourceOption[];
  stored: Authority;
  /** Presets and roles above one's own are shown, not changed. */
  fixed: boolean;
}

/** What a role gives and where, with one bar that saves both: what saving gives and takes is shown first. */
export function GrantEditor({ roleId, nodes, stored, fixed }: GrantEditorProps): ReactElement {
  const t = useT('kit');
  const { contract } = useRoleArea();
  const mayGrant = useActionName(contract.saveResources).granted && !fixed;
  const mayRange = useActionName(contract.saveRanges).granted && !fixed;
  const edited = useAuthority(roleId, stored);
  const { codes, range, version, newCodes, newRange, saving, issues, conflict, reset } = edited;
  const changed = newCodes || newRange;
  const complete = isComplete(range);
  useLeaveGuard(changed, reset);
  const grants = newCodes ? { roleId, version, codes: [...codes] } : undefined;
  const place = newRange && complete ? { roleId, version, range: rangeRequest(range) } : undefined;
  return (
    <>
      <div className="whk-authority">
        <section aria-label={t('role.resources')}>
          <GrantMatrix nodes={nodes} held={codes} disabled={!mayGrant} onChange={edited.setCodes} />
        </section>
        <section aria-label={t('role.rangeTitle')}>
          {fixed && <p>{t('role.fixed')}</p>}
          <h3>{t('role.rangeTitle')}</h3>
          <RangeEditor range={range} disabled={!mayRange} onChange={edited.setRange} />
          {(grants || place) && (
            <PreviewEffect input={{ roleId, ...(grants && { codes: grants.codes }), ...(place && { range: place.range }) }} />
          )}
        </section>
      </div>
      {issues.length > 0 && <Alert type="error" role="alert" title={issues.map(({ message }) => message).join(' ')} />}
      {conflict && <Alert type="warning" role="alert" title={t('conflict.title')} description={t('role.conflict')} />}
      {(mayGrant || mayRange) && (
        <div className="whk-save-bar whk-authority-bar whk-form-foot">
          <span>
            <span role="status">{changed ? t('form.changed', { count: Number(newCodes) + Number(newRange) }) : t('grant.unchanged')}</span>{' '}
            <ImpactLine endpoint={contract.saveResources} input={saving ? undefined : grants} />{' '}
            <ImpactLine endpoint={contract.saveRanges} input={saving ? undefined : place} />
          </span>
          {changed && <Button onClick={reset}>{t('settings.reset')}</Button>}
          <OffButton
            type="primary"
            off={!changed ? 'nothing' : !complete && 'departments'}
            loading={saving}
            onClick={() => void edited.save()}
          >
            {t('form.save')}
          </OffButton>
        </div>
      )}
    </>
  );
}
