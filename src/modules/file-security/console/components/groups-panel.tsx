import { Button, Switch } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { usualGroups, type RoleConfig } from '../../common/config-groups.ts';
import { groupConfigQuery, groupConfigUpdate, mdmResources, mdmRole } from '../../common/role.contract.ts';
import { configGroups, type ConfigGroup } from '../../common/words.ts';
import './file-security.css';
import { GroupFields } from './group-fields.tsx';

type Stored = Reply<typeof groupConfigQuery>;

/** The groups of settings of a role. */
export function GroupsPanel({ roleId }: { roleId: string }): ReactElement {
  const { data, error, refetch } = useRead(groupConfigQuery, { roleId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <GroupsForm key={JSON.stringify(data.groups)} roleId={roleId} stored={data} /> : <WaitingForm />;
}

function GroupsForm({ roleId, stored }: { roleId: string; stored: Stored }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const [draft, setDraft] = useState<RoleConfig>(stored.groups);
  const dirty = JSON.stringify(draft) !== JSON.stringify(stored.groups);
  const may = useMay()(groupConfigUpdate);
  const reset = (): void => setDraft(stored.groups);
  useLeaveGuard(dirty, reset);
  const { save, saving } = useSave(groupConfigUpdate, { invalidates: [groupConfigQuery, mdmResources, mdmRole.list, mdmRole.find] });
  const groups = Object.fromEntries(configGroups.map((code) => [code, draft[code] ?? null]));
  const input = { roleId, version: stored.version ?? 1, groups };
  const change = (code: ConfigGroup, value: object | undefined): void => {
    const { [code]: _gone, ...others } = draft;
    setDraft(value === undefined ? others : { ...others, [code]: value });
  };
  return (
    <section className="fs-panel" aria-label={t('rights.settings')}>
      <h2>{t('rights.settings')}</h2>
      {configGroups.map((code) => (
        <section key={code} className="fs-group" aria-label={t(`group.${code}`)}>
          <header>
            <h3>{t(`group.${code}`)}</h3>
            <Switch
              disabled={!may}
              checked={draft[code] !== undefined}
              aria-label={`${t(`group.${code}`)}: ${t('group.set')}`}
              onChange={(on) => change(code, on ? usualGroups[code] : undefined)}
            />
            <small>{draft[code] === undefined ? t('group.unset') : t('group.set')}</small>
          </header>
          {draft[code] !== undefined && (
            <GroupFields code={code} value={draft[code]} disabled={!may} onChange={(value) => change(code, value)} />
          )}
        </section>
      ))}
      {may && (
        <div className="whk-save-bar whk-form-foot">
          <span>
            <ImpactLine endpoint={groupConfigUpdate} input={dirty && !saving ? input : undefined} />
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
