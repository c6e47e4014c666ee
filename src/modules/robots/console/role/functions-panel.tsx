import { Button, InputNumber } from 'antd';
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
import { mrmResources, mrmRole, mrmSaveResources } from '../../common/role/role.contract.ts';
import { mrmGroups, mrmLimitNames, mrmLimits } from '../../common/role/words.ts';
import '../frame/robots.css';

type Given = Reply<typeof mrmResources>;

/** What holders of a role may do, and up to which numbers. */
export function FunctionsPanel({ roleId }: { roleId: string }): ReactElement {
  const { data, error, refetch } = useRead(mrmResources, { roleId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <FunctionsForm key={data.version} stored={data} /> : <WaitingForm />;
}

function FunctionsForm({ stored }: { stored: Given }): ReactElement {
  const t = useT('robots');
  const kit = useT('kit');
  const may = useMay()(mrmSaveResources);
  const [functions, setFunctions] = useState(stored.functions);
  const [limits, setLimits] = useState(stored.limits);
  const reset = (): void => {
    setFunctions(stored.functions);
    setLimits(stored.limits);
  };
  const { save, saving } = useSave(mrmSaveResources, { invalidates: [mrmResources, mrmRole.list, mrmRole.find] });
  const request = { roleId: stored.roleId, version: stored.version, functions, limits };
  const dirty =
    functions.toSorted().join() !== stored.functions.toSorted().join() || JSON.stringify(limits) !== JSON.stringify(stored.limits);
  useLeaveGuard(dirty, reset);
  return (
    <section className="rb-panel">
      <p className="rb-soft">{t('function.help')}</p>
      <FunctionMatrix
        namespace="robots"
        groups={mrmGroups}
        catalogue={stored.catalogue}
        held={functions}
        disabled={!may}
        onChange={setFunctions}
      />
      <section className="rb-functions" aria-label={t('limit.title')}>
        <div>
          <h3>{t('limit.title')}</h3>
          <ul className="rb-list">
            {mrmLimitNames.map((name) => (
              <li key={name}>
                <label className="rb-limit">
                  <span>{t(`limit.${name}`)}</span>
                  <InputNumber
                    min={0}
                    max={mrmLimits[name].most}
                    disabled={!may}
                    placeholder={String(mrmLimits[name].usual)}
                    value={limits[name]}
                    onChange={(value) => setLimits({ ...limits, [name]: value })}
                  />
                </label>
              </li>
            ))}
          </ul>
        </div>
      </section>
      {may && (
        <div className="whk-save-bar whk-form-foot">
          <ImpactLine endpoint={mrmSaveResources} input={dirty && !saving ? request : undefined} />
          {dirty && <Button onClick={reset}>{kit('settings.reset')}</Button>}
          <OffButton type="primary" loading={saving} off={!dirty && 'nothing'} onClick={() => void save(request)}>
            {kit('form.save')}
          </OffButton>
        </div>
      )}
    </section>
  );
}
