import { Form, Input, Modal } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { PlanDialog } from '#kit/console/change/plan-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { JobProgress } from '#kit/console/jobs/job-progress.tsx';
import { resultOf, useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { mailAccount, mailDiscover, mailStatistics } from '../../common/boxes/account.contract.ts';
import { mailServer } from '../../common/boxes/server.contract.ts';
import type { PartsOf } from './part.tsx';
import { accountSubject } from './subjects.ts';

const F = fieldsOf(mailDiscover.input);

/** Addresses as they are pasted: a line, a comma or a space between two. */
function Addresses({ value = [], onChange, id }: PartsOf<string[]>): ReactElement {
  const [typed, setTyped] = useState(value.join('\n'));
  const type = (text: string): void => {
    setTyped(text);
    onChange?.(text.split(/[\s,;]+/).filter(Boolean));
  };
  return <Input.TextArea {...(id !== undefined && { id })} rows={6} value={typed} onChange={({ target }) => type(target.value)} />;
}

function DiscoverFields(): ReactElement {
  const t = useT('mailboxes');
  const rule: unknown = Form.useWatch('rule', Form.useFormInstance());
  return (
    <>
      <F.serverId>
        <ObjectPicker list={mailServer.list} required />
      </F.serverId>
      <F.rule as="radio" help={t('discover.ruleHint')} />
      {rule === 'list' && (
        <F.addresses wide>
          <Addresses />
        </F.addresses>
      )}
      <F.deptId>
        <DepartmentPicker />
      </F.deptId>
    </>
  );
}

/** Makes boxes for people: what would be made is shown first, line by line. */
export function DiscoverDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('mailboxes');
  const [jobId, setJobId] = useState<string>();
  const begun = useRef(false);
  const job = useJob(jobId);
  const planId = resultOf(job, 'planId');
  const close = (): void => {
    void invalidate(mailAccount.list, mailStatistics);
    onClose();
  };
  if (planId !== undefined) return <PlanDialog planId={planId} onClose={close} />;
  if (jobId !== undefined)
    return (
      <Modal open title={t('discover.title')} footer={null} onCancel={onClose}>
        {job && <JobProgress job={job} />}
      </Modal>
    );
  return (
    <SubjectContext value={accountSubject}>
      <FormDialog
        endpoint={mailDiscover}
        title={t('discover.title')}
        initial={{ rule: 'email', addresses: [] }}
        message={null}
        invalidates={[listJobs]}
        onSaved={(reply) => {
          begun.current = true;
          setJobId(reply.jobId);
        }}
        // Once it has begun its progress takes the place of the form.
        onClose={() => begun.current || onClose()}
      >
        <DiscoverFields />
      </FormDialog>
    </SubjectContext>
  );
}
