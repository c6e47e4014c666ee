import { Alert, Button, Checkbox, Input, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { JobProgress } from '#kit/console/jobs/job-progress.tsx';
import { resultOf, useJob } from '#kit/console/jobs/use-job.ts';
import { configPlan } from '../../common/config.contract.ts';

/** `NAME=value`, one a line. */
const mappingOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line))
      .flatMap((found) => (found ? [[found[1]!, found[2]!]] : [])),
  );

interface PlanBeginProps {
  /** A bundle that is here already. */
  bundle?: { id: string; name: string };
  onPlan: (planId: string) => void;
}

/** Chooses a bundle and what goes with it, and has it compared with what is there. */
export function PlanBegin({ bundle, onPlan }: PlanBeginProps): ReactElement {
  const t = useT('config-as-code');
  const { granted, name } = useActionName(configPlan);
  const [file, setFile] = useState<File>();
  const [prune, setPrune] = useState(false);
  const [mapping, setMapping] = useState('');
  const [secretFile, setSecretFile] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<string>();
  const [jobId, setJobId] = useState<string>();
  const job = useJob(jobId, (ended) => {
    const planId = resultOf(ended, 'planId');
    if (planId !== undefined) onPlan(planId);
  });
  const running = job !== undefined && job.state !== 'failed';
  const begin = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const from = bundle
        ? { bundleId: bundle.id }
        : { fileId: (await upload(file!, 'config', () => undefined, new AbortController().signal)).fileId };
      const secrets = secretFile && { secretFile: await secretFile.text(), passphrase };
      setJobId((await call(configPlan, { ...from, prune, mapping: mappingOf(mapping), ...secrets }, { silent: true })).jobId);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem([error.msg, ...error.issues.map(({ message }) => message)].join(' '));
    }
  };
  return (
    <div className="cac-form">
      {bundle ? (
        <p>{t('plan.chosen', { name: bundle.name })}</p>
      ) : (
        <FileField label={t('plan.file')} accept=".zip" file={file} onFile={setFile} />
      )}
      <Checkbox checked={prune} onChange={(event) => setPrune(event.target.checked)}>
        {t('plan.prune')}
      </Checkbox>
      <label>
        <span>{t('plan.mapping')}</span>
        <Input.TextArea rows={3} maxLength={20_000} value={mapping} onChange={(event) => setMapping(event.target.value)} />
      </label>
      <FileField label={t('plan.secretFile')} accept=".json,.enc" file={secretFile} onFile={setSecretFile} />
      {secretFile && (
        <label>
          <span>{t('plan.passphrase')}</span>
          <Input.Password autoComplete="off" maxLength={200} value={passphrase} onChange={(event) => setPassphrase(event.target.value)} />
        </label>
      )}
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={t('plan.failed')} description={problem} />}
      {job && <JobProgress job={job} />}
      {granted && (
        <div>
          <OffButton type="primary" off={!bundle && !file && 'file'} loading={running} onClick={() => void begin()}>
            {name}
          </OffButton>
        </div>
      )}
    </div>
  );
}

interface FileFieldProps {
  label: string;
  accept: string;
  file: File | undefined;
  onFile: (file: File) => void;
}

function FileField({ label, accept, file, onFile }: FileFieldProps): ReactElement {
  const t = useT('config-as-code');
  return (
    <div>
      <p>{label}</p>
      <Upload
        accept={accept}
        multiple={false}
        showUploadList={false}
        beforeUpload={(chosen) => {
          onFile(chosen);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button>{file ? t('plan.chosen', { name: file.name }) : `${t('file.choose')} · ${label}`}</Button>
      </Upload>
    </div>
  );
}
