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
import { messagingResources, messagingRole, messagingSaveResources } from '../../common/role.contract.ts';
import { functionGroups, roleLimits, type RoleLimit } from '../../common/words.ts';
import './messaging.css';

type Given = Reply<typeof messagingResources>;

/** What holders of a messaging role may do, and up to which numbers. */
export function FunctionsPanel({ roleId }: { roleId: string }): ReactElement {
  const { data, error, refetch } = useRead(messagingResources, { roleId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <FunctionsForm key={data.version} stored={data} /> : <WaitingForm />;
}

function FunctionsForm({ stored }: { stored: Given }): ReactElement {
  const t = useT('messaging');
  const kit = useT('kit');
  const may = useMay()(messagingSaveResources);
  const [functions, setFunctions] = useState(stored.functions);
  const [limits, setLimits] = useState(stored.limits);
  const reset = (): void => {
    setFunctions(stored.functions);
    setLimits(stored.limits);
  };
  const { save, saving } = useSave(messagingSaveResources, { invalidates: [messagingResources, messagingRole.list, messagingRole.find] });
  const request = { roleId: stored.roleId, version: stored.version, functions, limits };
  const dirty =
    functions.toSorted().join() !== stored.functions.toSorted().join() || JSON.stringify(limits) !== JSON.stringify(stored.limits);
  useLeaveGuard(dirty, reset);
  return (
    <section className="im-panel">
      <p className="im-soft">{t('function.help')}</p>
      <FunctionMatrix
        namespace="messaging"
        groups={functionGroups}
        catalogue={stored.catalogue}
        held={functions}
        disabled={!may}
        onChange={setFunctions}
      />
      <div className="im-functions">
        <section aria-label={t('limit.title')}>
          <h3>{t('limit.title')}</h3>
          <ul>
            {(Object.keys(roleLimits) as RoleLimit[]).map((name) => (
              <li key={name}>
                <label className="im-limit">
                  <span>{t(`limit.${name}`)}</span>
                  <InputNumber
                    min={0}
                    max={roleLimits[name].most}
                    disabled={!may}
                    placeholder={String(roleLimits[name].usual)}
                    value={limits[name]}
                    onChange={(value) => setLimits({ ...limits, [name]: value })}
                  />
                </label>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {may && (
        <div className="whk-save-bar whk-form-foot">
          <ImpactLine endpoint={messagingSaveResources} input={dirty && !saving ? request : undefined} />
          {dirty && <Button onClick={reset}>{kit('settings.reset')}</Button>}
          <OffButton type="primary" loading={saving} off={!dirty && 'nothing'} onClick={() => void save(request)}>
            {kit('form.save')}
          </OffButton>
        </div>
      )}
    </section>
  );
}
