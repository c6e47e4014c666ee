import { Form, Modal, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { PlanDialog } from '#kit/console/change/plan-dialog.tsx';
import { wireValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { JobProgress } from '#kit/console/jobs/job-progress.tsx';
import { resultOf, useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { SubjectContext, useWords } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { employeeBatchUpdate, employeeBatchUpdatePreview } from '../../common/employee-bulk.contract.ts';
import { bulkFields } from '../../common/employee-fields.ts';
import type { EmployeeFilter } from '../../common/employee.contract.ts';
import { extraBulkName } from '../extra/extra-bulk-field.tsx';
import { useExtraFields } from '../extra/use-extra-fields.ts';
import { employee } from '../subjects.ts';
import { BulkField, bulkNames, type BulkName } from './bulk-field.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { peopleReadings } from './people-readings.ts';

/** Who is meant: these, or everybody a filter finds. */
export type BulkTarget = { ids: string[] } | { filter: EmployeeFilter };

interface BulkUpdateProps {
  target: BulkTarget;
  onDone: () => void;
  onClose: () => void;
}

/** Gives several people the same value, or renames them by a rule: what would change is shown first, the batch can be undone. */
export function BulkUpdate(props: BulkUpdateProps): ReactElement {
  const [jobId, setJobId] = useState<string>();
  return (
    <SubjectContext value={employee}>
      {jobId === undefined ? <Choose {...props} onBegun={setJobId} /> : <Begun {...props} jobId={jobId} />}
    </SubjectContext>
  );
}

/** The field, its new value, and what that would do. */
function Choose({ target, onBegun, onClose }: BulkUpdateProps & { onBegun: (jobId: string) => void }): ReactElement {
  const off = useOff();
  const t = useT('user-centre');
  const words = useWords();
  const [language] = useLanguage();
  const [form] = Form.useForm<FormValues>();
  const [name, setName] = useState<BulkName>('title');
  const [values, setValues] = useState<FormValues>({});
  const extras = useExtraFields('employee').filter(({ writable }) => writable);
  const requested = bulkFields.safeParse(wireValues(bulkFields, values));
  const usable = requested.success && Object.keys(requested.data).length > 0;
  const set = requested.data ?? {};
  const preview = useRead(employeeBatchUpdatePreview, { ...target, set }, { enabled: usable });
  const { save, saving } = useSave(employeeBatchUpdate, { message: null, invalidates: [listJobs] });
  const found = usable ? preview.data : undefined;
  const number = (value: number): string => numberText(value, language);
  const run = async (): Promise<void> => {
    const reply = found && (await save({ ...target, set, expected: found.count }));
    if (reply) onBegun(reply.jobId);
  };
  return (
    <Modal
      open
      title={t('people.bulkTitle')}
      okText={t('people.bulkDo', { count: number(found?.changed ?? 0) })}
      okButtonProps={{ loading: saving, ...off((!found || found.changed === 0) && 'nothing') }}
      onOk={() => void run()}
      onCancel={onClose}
      width={640}
    >
      <Form form={form} layout="vertical" onValuesChange={(_changed, all: FormValues) => setValues(all)}>
        <Form.Item label={t('people.bulkField')} htmlFor="bulk-field">
          <Select<BulkName>
            id="bulk-field"
            showSearch={{ optionFilterProp: 'label' }}
            value={name}
            options={[
              ...bulkNames.map((value) => ({ value, label: words.field(value) })),
              ...extras.map(({ code, name: label }) => ({ value: extraBulkName(code), label })),
            ]}
            onChange={(next) => {
              form.resetFields();
              setValues({});
              setName(next);
            }}
          />
        </Form.Item>
        <BulkField name={name} />
      </Form>
      {usable && preview.error && <ErrorState error={preview.error} />}
      {found && <BulkPreview preview={found} />}
    </Modal>
  );
}

/** The change is first worked out as a plan and then applied: progress, and the plan when it waits for somebody. */
function Begun({ jobId, onDone, onClose }: BulkUpdateProps & { jobId: string }): ReactElement {
  const t = useT('user-centre');
  const job = useJob(jobId);
  const planId = resultOf(job, 'planId');
  if (planId !== undefined) {
    const close = (): void => {
      void invalidate(...peopleReadings);
      onDone();
      onClose();
    };
    return <PlanDialog planId={planId} onClose={close} />;
  }
  return (
    <Modal open title={t('people.bulkTitle')} footer={null} onCancel={onClose}>
      {job && <JobProgress job={job} />}
    </Modal>
  );
}
