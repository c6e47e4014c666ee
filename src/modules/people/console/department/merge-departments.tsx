import { Alert, Button, Form } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { JobProgress } from '#kit/console/jobs/job-progress.tsx';
import { hasEnded, useJob } from '#kit/console/jobs/use-job.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { invalidate } from '#kit/console/page/query.ts';
import { SubjectContext, useWords } from '#kit/console/page/subject.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { Wizard } from '#kit/console/wizard/wizard.tsx';
import { departmentMerge } from '../../common/department-merge.contract.ts';
import { departmentMerging } from '../subjects.ts';
import { MergeEffect, MergePlaces } from './merge-effect.tsx';
import { departmentReadings } from './move-department.ts';
import '../people.css';

const F = fieldsOf(departmentMerge.input);

interface MergeDepartmentsProps {
  /** The department from which one came: it goes, unless others are chosen. */
  source: string | undefined;
  onDone: (targetId: string | undefined) => void;
}

/** Merges departments: which, into which, what it touches, and then how it goes. */
export function MergeDepartments({ source, onDone }: MergeDepartmentsProps): ReactElement {
  const t = useT('user-centre');
  const title = t('departmentMerge');
  const [begun, setBegun] = useState<{ jobId: string; targetId: string }>();
  const [targetId, setTargetId] = useState('');
  return (
    <SubjectContext value={departmentMerging}>
      <PageFrame title={title} help={t('departmentMerge.help')}>
        {begun ? (
          <Merging {...begun} onDone={onDone} />
        ) : (
          <Wizard
            endpoint={departmentMerge}
            title={title}
            action={(values) => t('departmentMerge.deed', { count: requestOf(values).sourceIds.length })}
            initial={{ sourceIds: source === undefined ? [] : [source], targetId: null, keepNames: true }}
            input={(values) => {
              const { reason, ...request } = requestOf(values);
              return { ...request, ...(reason !== '' && { reason }) };
            }}
            steps={[
              {
                key: 'which',
                title: t('departmentMerge.which'),
                hint: t('departmentMerge.whichHint'),
                review: (values) => <MergePlaces input={requestOf(values)} />,
                fields: (
                  <>
                    <F.sourceIds wide>
                      <DepartmentPicker multiple />
                    </F.sourceIds>
                    <F.targetId wide>
                      <DepartmentPicker />
                    </F.targetId>
                    <F.keepNames help={t('departmentMerge.keepNamesHelp')} />
                    <Watch onTarget={setTargetId} />
                  </>
                ),
              },
              {
                key: 'effect',
                title: t('departmentMerge.effect'),
                hint: t('departmentMerge.effectHint'),
                review: (values) => <MergeReview request={requestOf(values)} />,
                fields: (
                  <>
                    <Effect />
                    <F.reason wide />
                  </>
                ),
              },
            ]}
            onDone={({ jobId }) => setBegun({ jobId, targetId })}
            onCancel={() => onDone(undefined)}
          />
        )}
      </PageFrame>
    </SubjectContext>
  );
}

/** Tells which department was chosen: where one goes when all is done. */
function Watch({ onTarget }: { onTarget: (id: string) => void }): null {
  const targetId: unknown = Form.useWatch('targetId');
  useEffect(() => {
    if (typeof targetId === 'string') onTarget(targetId);
  }, [targetId, onTarget]);
  return null;
}

interface Requested {
  sourceIds: string[];
  targetId: string;
  keepNames: boolean;
  reason: string;
}

const requestOf = (values: FormValues): Requested => ({
  sourceIds: Array.isArray(values['sourceIds']) ? values['sourceIds'].map(String) : [],
  targetId: typeof values['targetId'] === 'string' ? values['targetId'] : '',
  keepNames: values['keepNames'] !== false,
  reason: typeof values['reason'] === 'string' ? values['reason'] : '',
});

/** What stands in the form, looked at by the server. */
function Effect(): ReactElement {
  const form = Form.useFormInstance();
  const { sourceIds, targetId, keepNames } = requestOf(form.getFieldsValue(true) as FormValues);
  return (
    <div className="whk-full">
      <MergeEffect input={{ sourceIds, targetId, keepNames }} />
    </div>
  );
}

/** What will be touched, read again before it is done, and why. */
function MergeReview({ request: { reason, ...request } }: { request: Requested }): ReactElement {
  const words = useWords();
  return (
    <>
      <MergeEffect input={request} places={false} />
      {reason !== '' && (
        <p>
          <small className="uc-soft">{words.field('reason')}</small> {reason}
        </p>
      )}
    </>
  );
}

interface MergingProps {
  jobId: string;
  targetId: string;
  onDone: (targetId: string | undefined) => void;
}

/** The merge as it runs, and what became of it. */
function Merging({ jobId, targetId, onDone }: MergingProps): ReactElement {
  const t = useT('user-centre');
  const job = useJob(jobId, () => void invalidate(...departmentReadings));
  const done = job?.state === 'done';
  return (
    <section className="whk-panel uc-merging" aria-label={t('departmentMerge')}>
      {!job && <WaitingForm lines={2} />}
      {done && <Alert type="success" showIcon title={t('departmentMerge.done')} />}
      {job && !done && <JobProgress job={job} />}
      {job && hasEnded(job) && (
        <Button type="primary" onClick={() => onDone(done ? targetId : undefined)}>
          {t(done ? 'departmentMerge.show' : 'people.back')}
        </Button>
      )}
    </section>
  );
}
