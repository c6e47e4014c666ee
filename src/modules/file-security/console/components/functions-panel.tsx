import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { FunctionMatrix } from '#kit/console/roles/function-matrix.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { groupConfigQuery, mdmResources, mdmRole, mdmSaveResources } from '../../common/role.contract.ts';
import { functionGroups } from '../../common/words.ts';
import './file-security.css';

type Functions = Reply<typeof mdmResources>;

/** What holders of a role may do with files. */
export function FunctionsPanel({ roleId }: { roleId: string }): ReactElement {
  const { data, error, refetch } = useRead(mdmResources, { roleId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <FunctionsForm key={data.functions.toSorted().join(' ')} stored={data} /> : <WaitingForm />;
}

function FunctionsForm({ stored }: { stored: Functions }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const before = stored.functions.toSorted();
  const [draft, setDraft] = useState(before);
  const dirty = JSON.stringify(draft) !== JSON.stringify(before);
  const may = useMay()(mdmSaveResources);
  const reset = (): void => setDraft(before);
  useLeaveGuard(dirty, reset);
  const { save, saving } = useSave(mdmSaveResources, { invalidates: [mdmResources, groupConfigQuery, mdmRole.list, mdmRole.find] });
  const input = { roleId: stored.roleId, version: stored.version, functions: draft };
  return (
    <section className="fs-panel" aria-label={t('field.functions')}>
      <h2>{t('field.functions')}</h2>
      <p className="fs-soft">{t('function.help')}</p>
      <FunctionMatrix
        namespace="file-security"
        groups={functionGroups}
        catalogue={stored.catalogue.map((one) => ({ ...one, meaning: `${one.meaning} · ${t('function.roles', { count: one.roles })}` }))}
        held={draft}
        disabled={!may}
        onChange={setDraft}
      />
      {may && (
        <div className="whk-save-bar whk-form-foot">
          <span>
            <ImpactLine endpoint={mdmSaveResources} input={dirty && !saving ? input : undefined} />
          </span>
          {dirty && <Button onClick={reset}>{kit('settings.reset')}</Button>}
          <OffButton type="primary" loading={saving} off={!dirty && 'nothing'} onClick={() => void save(input)}>
            {kit('form.save')}
          </OffButton>
        </div>
      )}
    </section>
  );
}
