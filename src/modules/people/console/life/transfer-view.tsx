import { App, Form } from 'antd';
import type { ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext, useWords } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { Wizard } from '#kit/console/wizard/wizard.tsx';
import { employeeGet, type EmployeeDetail } from '../../common/employee.contract.ts';
import { employeeTransfer, type transferPreview } from '../../common/life/life.contract.ts';
import { AssignmentsInput } from '../person/assignments-input.tsx';
import { life } from '../subjects.ts';
import { lifeReadings } from './life-readings.ts';
import { TransferEffect } from './transfer-effect.tsx';
import { WhenRead } from './when-read.tsx';
import './life.css';

const F = fieldsOf(employeeTransfer.input);

/** Moves somebody to other departments: where to, what it gives and takes, and when. */
export function TransferView({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const { data, error, refetch } = useRead(employeeGet, { id });
  return (
    <SubjectContext value={life}>
      <PageFrame title={data ? t('life.transferTitle', { name: data.name }) : t('life.kind.transfer')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <WaitingForm lines={8} />}
        {data && <Steps person={data} onClose={onClose} />}
      </PageFrame>
    </SubjectContext>
  );
}

/** What the server is asked of the form. */
const requestOf = (person: EmployeeDetail, values: FormValues): Input<typeof transferPreview> => {
  const { assignments, managerId, roles, at } = values as Partial<Input<typeof employeeTransfer>>;
  return {
    id: person.id,
    assignments: (assignments ?? []).filter(({ departmentId }) => departmentId),
    ...(managerId && { managerId }),
    ...(roles && { roles }),
    ...(at && { at }),
  };
};

function Steps({ person, onClose }: { person: EmployeeDetail; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const words = useWords();
  const { message } = App.useApp();
  const initial = { assignments: person.departments.map(({ departmentId, primary, title }) => ({ departmentId, primary, title })) };
  return (
    <Wizard
      endpoint={employeeTransfer}
      title={t('life.transferTitle', { name: person.name })}
      action={({ at }) => t(at ? 'life.transferDeedPlanned' : 'life.transferTitle', { name: person.name })}
      initial={initial}
      input={(values) => {
        const { reason } = values as { reason?: string };
        return { ...requestOf(person, values), version: person.version, ...(reason && { reason }) };
      }}
      invalidates={lifeReadings}
      onDone={({ state }) => {
        void message.success(t(state === 'planned' ? 'life.transferPlanned' : 'life.transferred'));
        onClose();
      }}
      onCancel={onClose}
      steps={[
        {
          key: 'where',
          title: t('life.where'),
          hint: t('life.whereHint'),
          fields: (
            <>
              <F.assignments wide>
                <AssignmentsInput />
              </F.assignments>
              <F.managerId help={t('life.managerKept')}>
                <EmployeePicker />
              </F.managerId>
            </>
          ),
          review: (values) => <TransferEffect request={requestOf(person, values)} placesOnly />,
        },
        {
          key: 'effect',
          title: t('life.effect'),
          hint: t('life.effectHint'),
          fields: (
            <>
              <EffectOfForm person={person} />
              <F.roles as="radio" wide help={t('life.rolesHelp')} />
            </>
          ),
          review: (values) => <TransferEffect request={requestOf(person, values)} />,
        },
        {
          key: 'when',
          title: t('history.when'),
          hint: t('life.whenHint'),
          fields: (
            <>
              <F.at label={words.field('transferDay')} />
              <F.reason wide />
            </>
          ),
          review: (values) => <WhenRead values={values} day={words.field('transferDay')} />,
        },
      ]}
    />
  );
}

/** The effect of what was entered so far. */
function EffectOfForm({ person }: { person: EmployeeDetail }): ReactElement {
  const form = Form.useFormInstance<FormValues>();
  const roles = Form.useWatch<unknown>('roles');
  return <TransferEffect request={requestOf(person, { ...form.getFieldsValue(true), roles })} />;
}
