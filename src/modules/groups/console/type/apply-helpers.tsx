import { App, Button, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { helperApply, helperApplyPreview } from '../../common/helper.contract.ts';
import { typeHelperPage } from '../../common/permissions.ts';

/** Gives the helpers of a type to the groups that are there, after the question that says to how many. */
export function ApplyHelpers({ id }: { id: string }): ReactElement | null {
  const may = useMay();
  const title = useCodeName(typeHelperPage.button.apply);
  const [asking, setAsking] = useState(false);
  const [jobId, setJobId] = useState<string>();
  useJob(jobId, () => {
    setJobId(undefined);
    void invalidate(helperApplyPreview);
  });
  if (!may(helperApply)) return null;
  return (
    <>
      <Button loading={jobId !== undefined} onClick={() => setAsking(true)}>
        {title}
      </Button>
      {asking && <Question id={id} title={title} onStarted={setJobId} onClose={() => setAsking(false)} />}
    </>
  );
}

interface QuestionProps {
  id: string;
  title: string;
  onStarted: (jobId: string) => void;
  onClose: () => void;
}

function Question({ id, title, onStarted, onClose }: QuestionProps): ReactElement {
  const off = useOff();
  const t = useT('groups');
  const kit = useT('kit');
  const [language] = useLanguage();
  const { message } = App.useApp();
  const { data } = useRead(helperApplyPreview, { id });
  const { save, saving } = useSave(helperApply, {
    invalidates: [listJobs],
    onSaved: ({ jobId }) => {
      void message.info(t('type.applied'));
      onStarted(jobId);
      onClose();
    },
  });
  return (
    <Modal
      open
      title={title}
      okText={title}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off((!data || data.groups === 0) && 'none') }}
      onOk={() => void save({ id })}
      onCancel={onClose}
    >
      {data ? (
        <p role="status">
          {t(data.groups === 0 ? 'type.applyNothing' : 'type.applyEffect', {
            groups: numberText(data.groups, language),
            all: numberText(data.all, language),
          })}
        </p>
      ) : (
        <WaitingForm lines={1} />
      )}
    </Modal>
  );
}
