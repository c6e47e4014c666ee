import { Alert, Form, Input, Modal, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { wireValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useJob } from '#kit/console/jobs/use-job.ts';
import { JobProgress } from '#kit/console/jobs/job-progress.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { employeeBatchUpdate, employeeBatchUpdatePreview } from '../../common/employee-bulk.contract.ts';
import { bulkFields } from '../../common/employee-fields.ts';
import { employee } from '../subjects.ts';
import { peopleReadings } from './employee-actions.tsx';

const F = fieldsOf(bulkFields);
const choices = [
  'title',
  'jobLevel',
  'workplace',
  'costCentre',
  'employmentType',
  'managerId',
  'hireDate',
  'primaryDepartmentId',
  'remark',
  'rename',
] as const;
type Choice = (typeof choices)[number];

interface BulkUpdateProps {
  ids: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Gives several people the same value, or renames them by a rule: what would change is shown first, the batch can be undone. */
export function BulkUpdate({ ids, onDone, onClose }: BulkUpdateProps): ReactElement {
  const t = useT('user-centre');
  const [form] = Form.useForm<FormValues>();
  const [choice, setChoice] = useState<Choice>('title');
  const [set, setSet] = useState<FormValues>({});
  const [jobId, setJobId] = useState<string>();
  const job = useJob(jobId, () => {
    void invalidate(...peopleReadings);
    onDone();
  });
  const wished = bulkFields.safeParse(wireValues(bulkFields, set));
  const usable = wished.success && Object.keys(wished.data).length > 0;
  const preview = useRead(
    employeeBatchUpdatePreview,
    { ids: [...ids], set: wished.data ?? {} },
    { enabled: usable && jobId === undefined },
  );
  const { save, saving } = useSave(employeeBatchUpdate, { message: null, invalidates: [listJobs] });
  const run = async (): Promise<void> => {
    const reply = await save({ ids: [...ids], set: wished.data ?? {}, expected: ids.length });
    if (reply) setJobId(reply.jobId);
  };
  const found = usable ? preview.data : undefined;
  return (
    <Modal
      open
      title={t('people.bulkTitle', { count: ids.length })}
      okText={t('people.bulkDo', { count: found?.changed ?? 0 })}
      okButtonProps={{ loading: saving, disabled: !found || found.changed === 0 || jobId !== undefined }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <SubjectContext value={employee}>
        <Form form={form} layout="vertical" onValuesChange={(_changed, all: FormValues) => setSet(all)}>
          <Form.Item label={t('people.bulkField')} htmlFor="bulk-field">
            <Select<Choice>
              id="bulk-field"
              value={choice}
              options={choices.map((value) => ({ value, label: labelOf(value, t) }))}
              onChange={(next) => {
                form.resetFields();
                setSet({});
                setChoice(next);
              }}
            />
          </Form.Item>
          <Value choice={choice} />
        </Form>
      </SubjectContext>
      {preview.error && usable && <ErrorState error={preview.error} />}
      {found && (
        <>
          <p role="status">{t('people.bulkEffect', { changed: found.changed, count: found.count, refused: found.refusedCount })}</p>
          <ul>
            {found.sample.slice(0, 5).map(({ id, name, fields }) => (
              <li key={id}>
                {name}: {fields.map(({ before, after }) => `${before ?? '—'} → ${after ?? '—'}`).join('; ')}
              </li>
            ))}
          </ul>
          {found.refused.length > 0 && (
            <Alert
              type="warning"
              title={found.refused
                .slice(0, 5)
                .map(({ name, reason }) => `${name}: ${reason}`)
                .join('\n')}
            />
          )}
        </>
      )}
      {job && <JobProgress job={job} />}
    </Modal>
  );
}

function labelOf(choice: Choice, t: ReturnType<typeof useT<'user-centre'>>): string {
  if (choice === 'rename') return t('people.rename');
  return t(choice === 'primaryDepartmentId' ? 'employee.field.department' : `employee.field.${choice}`);
}

function Value({ choice }: { choice: Choice }): ReactElement {
  const t = useT('user-centre');
  if (choice === 'rename') {
    return (
      <>
        {(['find', 'replace', 'prefix', 'suffix'] as const).map((part) => (
          <Form.Item key={part} name={['rename', part]} label={t(`people.rename.${part}`)}>
            <Input maxLength={50} />
          </Form.Item>
        ))}
      </>
    );
  }
  if (choice === 'primaryDepartmentId') {
    return (
      <F.primaryDepartmentId label={t('employee.field.department')}>
        <DepartmentPicker />
      </F.primaryDepartmentId>
    );
  }
  if (choice === 'managerId') {
    return (
      <F.managerId>
        <EmployeePicker />
      </F.managerId>
    );
  }
  const Field = F[choice];
  return <Field />;
}
