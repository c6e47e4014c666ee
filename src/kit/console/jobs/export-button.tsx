import { DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { z } from 'zod';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { useActionName } from '../action/action-button.tsx';
import { ButtonMenu } from '../action/button-menu.tsx';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { download } from '../call/download.ts';
import { useT } from '../i18n/use-t.ts';
import { invalidate } from '../page/query.ts';
import { resultOf, useJob } from './use-job.ts';

type ExportEndpoint = Endpoint<z.ZodType<unknown, object>, z.ZodType<{ jobId: string }>>;

interface ExportButtonProps<E extends ExportEndpoint> {
  endpoint: E;
  /** What is exported, for a format. */
  input: (format: 'xlsx' | 'csv') => Input<E>;
  /** Another way to export the same, beside the usual one: what it is called, and its input. */
  other?: { label: (format: 'xlsx' | 'csv') => string; input: (format: 'xlsx' | 'csv') => Input<E> } | undefined;
  /** In place of the granted name, where the grant is for more than the export. */
  label?: string;
}

/** Exports as a job and hands the file to the browser when it is ready; until then the job tray shows the progress. */
export function ExportButton<E extends ExportEndpoint>({ endpoint, input, other, label }: ExportButtonProps<E>): ReactElement | null {
  const t = useT('kit');
  const { message } = App.useApp();
  const { granted, name } = useActionName(endpoint);
  const [jobId, setJobId] = useState<string>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    const fileId = resultOf(job, 'fileId');
    if (fileId !== undefined) void download(downloadFile, { fileId }, { fallbackName: name });
    else if (job.error) void message.error(job.error.message);
  });
  if (!granted) return null;
  const start = async (request: Input<E>): Promise<void> => {
    try {
      const reply = await call(endpoint, request);
      setJobId(reply.jobId);
      void message.info(t('export.started'));
      await invalidate(listJobs);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  const formats = ['xlsx', 'csv'] as const;
  return (
    <ButtonMenu
      menu={{
        items: [
          ...formats.map((key) => ({ key, label: t('export.as', { format: key }), onClick: () => void start(input(key)) })),
          ...(other
            ? [
                { type: 'divider' as const },
                ...formats.map((key) => ({
                  key: `other ${key}`,
                  label: other.label(key),
                  onClick: () => void start(other.input(key)),
                })),
              ]
            : []),
        ],
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden="true" />} loading={jobId !== undefined}>
        {label ?? name}
      </Button>
    </ButtonMenu>
  );
}
