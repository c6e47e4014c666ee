import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { sourceAlarmList, sourceAlarmSave } from '../../common/source.contract.ts';
import { alarmEvents, type AlarmPerson } from '../../common/source-parts.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { sourceReadings } from '../source-readings.ts';

/** Who is told of what. */
export function AlarmForm({ id }: { id: string }): ReactElement {
  const { data, error, refetch } = useRead(sourceAlarmList, { id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <People key={data.version} id={id} stored={data} /> : <WaitingForm lines={3} />;
}

type Person = Reply<typeof sourceAlarmList>['list'][number];
type Draft = Omit<AlarmPerson, 'employeeId'> & { employeeId?: string | undefined; name?: string };

function People({ id, stored }: { id: string; stored: { list: readonly Person[]; version: number } }): ReactElement {
  const t = useT('user-centre');
  const [people, setPeople] = useState<readonly Draft[]>(stored.list);
  const { save, saving, issues } = useSave(sourceAlarmSave, { invalidates: [...sourceReadings, sourceAlarmList] });
  const change = (at: number, next: Draft | undefined): void =>
    setPeople(people.flatMap((one, index) => (index === at ? (next ?? []) : one)));
  const request = people.map(({ name: _name, employeeId, address, ...rest }) => ({
    ...rest,
    ...(employeeId !== undefined && { employeeId }),
    ...(address !== undefined && { address }),
  }));
  const fresh = { channels: ['mail' as const, 'console' as const], on: ['held' as const, 'failed' as const, 'late' as const] };
  return (
    <section className="whk-panel so-try" aria-label={t('source.field.alarmPeople')}>
      <header>
        <h3>{t('source.field.alarmPeople')}</h3>
        <span>{t('source.alarmHelp')}</span>
      </header>
      {issues.length > 0 && <Alert type="error" showIcon title={issues.map(({ message }) => message).join(' ')} />}
      {people.map((person, at) => (
        // People of a draft have no id yet.
        <PersonRow key={at} person={person} at={at} onChange={(next) => change(at, next)} />
      ))}
      <Permit code={sourcePage.button.alarm}>
        {() => (
          <div className="whk-form-foot so-foot">
            <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setPeople([...people, { ...fresh, employeeId: '' }])}>
              {t('source.alarmPerson')}
            </Button>
            <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setPeople([...people, { ...fresh, address: '' }])}>
              {t('source.alarmAddress')}
            </Button>
            <OffButton
              type="primary"
              loading={saving}
              off={request.some(({ employeeId, address }) => employeeId === '' || address === '') && 'fields'}
              onClick={() => void save({ id, version: stored.version, people: request })}
            >
              {t('source.alarmSave')}
            </OffButton>
          </div>
        )}
      </Permit>
    </section>
  );
}

function PersonRow({ person, at, onChange }: { person: Draft; at: number; onChange: (next: Draft | undefined) => void }): ReactElement {
  const t = useT('user-centre');
  const n = at + 1;
  return (
    <div className="so-alarm">
      {person.address === undefined ? (
        <EmployeePicker
          aria-label={t('source.alarmWho', { n })}
          value={person.employeeId || null}
          onChange={(value) => onChange({ ...person, employeeId: typeof value === 'string' ? value : '' })}
        />
      ) : (
        <Input
          aria-label={t('source.alarmWho', { n })}
          placeholder="name@example.com"
          value={person.address}
          onChange={({ target }) => onChange({ ...person, address: target.value })}
        />
      )}
      <Select
        mode="multiple"
        aria-label={t('source.alarmOn', { n })}
        value={person.on}
        options={alarmEvents.map((event) => ({ value: event, label: t(`source.alarm.${event}`) }))}
        onChange={(on) => onChange({ ...person, on })}
      />
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('source.alarmRemove', { n })} onClick={() => onChange(undefined)} />
    </div>
  );
}
