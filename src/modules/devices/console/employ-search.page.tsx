import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { enrolCodeAdd } from '../common/action.contract.ts';
import { bindConfigGet } from '../common/settings.contract.ts';
import { BindingPanel } from './components/binding-panel.tsx';
import { Refusals } from './components/device-drawer.tsx';
import './components/devices.css';

const EnrolCode = later('enrol-code', async () => (await import('./components/enrol-code.tsx')).EnrolCode);

/** A person: their devices, the rule that holds for them, and what was refused. */
export default function EmployeeSearchPage(): ReactElement {
  const t = useT('devices');
  const [search, setSearch] = useSearchParams();
  const empId = search.get('empId') ?? undefined;
  return (
    <section className="whk-panel devices-pad">
      <label htmlFor="device-person">
        {t('deviceBinding.field.name')}
        <EmployeePicker
          id="device-person"
          value={empId ?? null}
          onChange={(one) => setSearch(typeof one === 'string' ? { empId: one } : {}, { preventScrollReset: true })}
        />
      </label>
      {empId === undefined ? <EmptyState title={t('person.none')} hint={t('person.hint')} /> : <PersonDevices key={empId} empId={empId} />}
    </section>
  );
}

function PersonDevices({ empId }: { empId: string }): ReactElement {
  const t = useT('devices');
  const [coding, setCoding] = useState(false);
  const code = useActionName(enrolCodeAdd);
  return (
    <>
      <EffectiveRule empId={empId} />
      {code.granted && <Button onClick={() => setCoding(true)}>{code.name}</Button>}
      <BindingPanel empId={empId} />
      <h3>{t('refusals.title')}</h3>
      <Refusals empId={empId} />
      {coding && <EnrolCode empId={empId} onClose={() => setCoding(false)} />}
    </>
  );
}

function EffectiveRule({ empId }: { empId: string }): ReactElement | null {
  const t = useT('devices');
  const { data } = useRead(bindConfigGet, { empId });
  if (!data?.effective) return null;
  const { ruleName, values } = data.effective;
  return (
    <section className="whk-facts" aria-label={t('effective.title')}>
      <h3>{t('effective.rule', { rule: ruleName })}</h3>
      <dl>
        {values.map(({ name, value, origin }) => (
          <div key={name}>
            <dt>{t(`bindRule.field.${name as 'mode'}`)}</dt>
            <dd>
              {wordOf(t, name, value)} {origin === 'role' && <small>{t('effective.role')}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const wordOf = (t: ReturnType<typeof useT<'devices'>>, name: string, value: string): string =>
  name === 'mode' || name === 'whenFull'
    ? t(`bindRule.${name}.${value}` as 'bindRule.mode.auto')
    : value === 'true' || value === 'false'
      ? t(`value.${value}`)
      : value;
