import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { HistoryDrawer } from '#kit/console/change/history-drawer.tsx';
import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useEditor } from '#kit/console/form/use-editor.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import '#kit/console/page/settings.css';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { CrowdPicker, DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { sysRole } from '#modules/system/common/role.contract.ts';
import { authSettingList } from '../../common/auth-setting.contract.ts';
import { getAuthenticate, updateAuthenticate, type AuthenticateView } from '../../common/authenticate.contract.ts';
import { policySubject } from '../policy-subject.ts';
import { policyChange, policyFields, policyValues, theirValues } from '../policy-values.ts';
import { AddressRulesInput } from './address-rules-input.tsx';
import { AddressSimulator } from './address-simulator.tsx';

const F = fieldsOf(policyFields);
const nothing = {};

/** The rules that hold for all ways: passwords, locks, sessions, second factors, from where and when. */
export function PolicyPanel(): ReactElement {
  const read = useRead(getAuthenticate, nothing);
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data)
    return (
      <div className="whk-panel whk-settings">
        <WaitingForm lines={8} />
      </div>
    );
  return (
    <SubjectContext value={policySubject}>
      <PolicyForm stored={read.data} />
    </SubjectContext>
  );
}

function PolicyForm({ stored }: { stored: AuthenticateView }): ReactElement {
  const t = useT('sign-in');
  const k = useT('kit');
  const may = useMay()(updateAuthenticate);
  const [changed, setChanged] = useState(0);
  const [history, setHistory] = useState(false);
  // What the form was opened with; a reading that arrives while somebody types waits.
  const [base, setBase] = useState(stored);
  const editor = useEditor<typeof updateAuthenticate>({
    endpoint: updateAuthenticate,
    initial: policyValues(base),
    target: { version: base.version },
    input: (parts, all) => ({ version: base.version, ...policyChange(parts, all) }),
    valuesOf: (current) => theirValues(base, current),
    invalidates: [getAuthenticate, authSettingList, ...journalReadings],
    changed,
    onChanged: setChanged,
  });
  useLeaveGuard(changed > 0, editor.reset);
  if (stored !== base && changed === 0) setBase(stored);
  const { take } = editor;
  useEffect(() => {
    take(policyValues(base), base.version);
    // Only what was read decides; the functions are made again by every drawing.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [base]);
  return (
    <section className="whk-panel whk-settings" aria-label={t('tab.policy')}>
      <EntityForm
        form={editor.form}
        initial={editor.initial}
        stored
        disabled={!may}
        issues={editor.issues}
        onSubmit={() => void editor.submit()}
        onChange={editor.onChange}
      >
        <PolicyGroups timeZone={base.timeZone} />
      </EntityForm>
      <AddressSimulator rules={editor.values['addressRules'] as AuthenticateView['addressRules']} />
      <div className="whk-save-bar whk-form-foot">
        <span role="status">{changed > 0 && k('form.changed', { count: changed })}</span>
        <Button icon={<HistoryOutlined aria-hidden="true" />} onClick={() => setHistory(true)}>
          {k('history.title')}
        </Button>
        {may && changed > 0 && <Button onClick={editor.reset}>{k('settings.reset')}</Button>}
        {may && (
          <OffButton type="primary" loading={editor.saving} off={changed === 0 && 'nothing'} onClick={() => editor.form.submit()}>
            {k('form.save')}
          </OffButton>
        )}
      </div>
      {editor.conflict}
      {history && (
        <HistoryDrawer
          title={t('tab.policy')}
          subject={policySubject}
          kind="authenticate"
          objectId={stored.id}
          onClose={() => setHistory(false)}
        />
      )}
    </section>
  );
}

function PolicyGroups({ timeZone }: { timeZone: string }): ReactElement {
  const t = useT('sign-in');
  return (
    <>
      <SettingsGroup title={t('policy.password')} hint={t('policy.passwordHint')}>
        <F.preset />
        <F.minLength />
        <F.classes />
        <F.history />
        <F.maxAgeDays help={t('policy.zeroNever')} />
        <F.minAgeHours />
        <F.contextWords />
        <F.breachedList />
      </SettingsGroup>
      <SettingsGroup title={t('policy.lock')} hint={t('policy.lockHint')}>
        <F.failures />
        <F.windowMinutes />
        <F.grow />
        <F.pictureCodeAfter help={t('policy.zeroAlways')} />
      </SettingsGroup>
      <SettingsGroup title={t('member.field.sessions')} hint={t('policy.guarded')}>
        <F.idleMinutes />
        <F.wholeHours />
        <F.perPerson />
        <F.oldestOut help={t('policy.oldestOutHelp')} />
      </SettingsGroup>
      <SettingsGroup title={t('field.factor')} hint={t('policy.factorHint')}>
        <F.requiredRoleIds>
          <RolePicker search={sysRole.search} multiple />
        </F.requiredRoleIds>
        <F.requiredDepartmentIds>
          <DepartmentPicker multiple />
        </F.requiredDepartmentIds>
        {pickerSources().crowd && (
          <F.requiredCrowdIds>
            <CrowdPicker multiple />
          </F.requiredCrowdIds>
        )}
        <F.offered />
        <F.kinds />
        <F.trustedDays help={t('policy.zeroNever')} />
      </SettingsGroup>
      <SettingsGroup title={t('policy.address')} hint={t('policy.addressHint', { timeZone })}>
        <F.addressRules wide>
          <AddressRulesInput />
        </F.addressRules>
      </SettingsGroup>
      <SettingsGroup title={t('policy.page')} hint={t('policy.pageHint')}>
        <F.banner as="local" />
        <F.rememberAccount />
        <F.idleDisableDays help={t('policy.idleHelp')} />
      </SettingsGroup>
    </>
  );
}
