import { App, Button, Checkbox, Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { warningPage } from '#modules/warnings/common/permissions.ts';
import { alarmPersonList, alarmPersonSave, alarmRule, type AlarmPersonRow } from '../../common/alarm.contract.ts';
import { AlarmRuleForm } from './alarm-rule-form.tsx';

interface DrawerProps {
  onClose: () => void;
}

/** Rules that watch the calls. */
export function AlarmRules({ onClose }: DrawerProps): ReactElement {
  const t = useT('call-logs');
  return (
    <Drawer open size={960} title={t('alarm.rules')} onClose={onClose}>
      <CrudPanel entity={alarmRule} columns={['name', 'condition', 'ownerDeptId', 'enabled']} form={<AlarmRuleForm />} />
    </Drawer>
  );
}

/** Who is told. */
export function AlarmPersons({ onClose }: DrawerProps): ReactElement {
  const t = useT('call-logs');
  const { data } = useRead(alarmPersonList, {});
  return (
    <Drawer open size={480} title={t('alarm.persons')} onClose={onClose}>
      <p className="wcl-soft">{t('alarm.personsHelp')}</p>
      {data && data.list.length === 0 && <EmptyState title={t('alarm.personsNone')} action={<WarningsLink />} />}
      {data && data.list.length > 0 && <Choice people={data.list} onDone={onClose} />}
    </Drawer>
  );
}

function WarningsLink(): ReactElement {
  const t = useT('call-logs');
  return <Link to={`${warningPage.route}?tab=persons`}>{t('alarm.openWarnings')}</Link>;
}

function Choice({ people, onDone }: { people: readonly AlarmPersonRow[]; onDone: () => void }): ReactElement {
  const t = useT('call-logs');
  const kit = useT('kit');
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<readonly string[]>(people.filter((person) => person.chosen).map(({ id }) => id));
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await call(alarmPersonSave, { ids: [...chosen] });
      await invalidate(alarmPersonList);
      void message.success(t('form.saved'));
      onDone();
    } catch {
      // What was refused was said by the call.
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <ul className="wcl-people">
        {people.map(({ id, name, everything, enabled }) => (
          <li key={id}>
            <Checkbox
              checked={chosen.includes(id)}
              onChange={({ target: { checked } }) => setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            >
              {name}
            </Checkbox>
            {everything && <Tag variant="filled">{t('alarm.everything')}</Tag>}
            {!enabled && <Tag variant="filled">{t('alarm.disabled')}</Tag>}
          </li>
        ))}
      </ul>
      <div className="wcl-foot">
        <Button type="primary" loading={saving} onClick={() => void save()}>
          {kit('form.save')}
        </Button>
        <WarningsLink />
      </div>
    </>
  );
}
