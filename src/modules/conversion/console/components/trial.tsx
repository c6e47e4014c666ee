import { Alert, App, Button, Drawer, Upload } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { call, callRaw } from '#kit/console/call/call.ts';
import { CallError, fieldOf } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { conversionList, conversionPicture, convertParamGet, convertTest } from '../../common/conversion.contract.ts';

/** Opens the trial: a file becomes pages before anybody relies on it. */
export function TrialButton(): ReactElement {
  const t = useT('conversion');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('test.title')}</Button>
      {open && (
        <Drawer open size={720} title={t('test.title')} onClose={() => setOpen(false)}>
          <Trial />
        </Drawer>
      )}
    </>
  );
}

interface Made {
  id: string;
  pages: number;
  ms: number;
}

function Trial(): ReactElement {
  const t = useT('conversion');
  const [language] = useLanguage();
  const { message } = App.useApp();
  const [jobId, setJobId] = useState<string>();
  const [sending, setSending] = useState(false);
  const [made, setMade] = useState<Made>();
  const [failed, setFailed] = useState<string>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    void invalidate(conversionList, convertParamGet);
    const [id, pages, ms] = ['conversionId', 'pages', 'ms'].map((name) => fieldOf(job.result, name));
    if (typeof id === 'string') setMade({ id, pages: Number(pages), ms: Number(ms) });
    else setFailed(job.error?.message ?? '');
  });
  const start = async (file: File): Promise<void> => {
    setMade(undefined);
    setFailed(undefined);
    setSending(true);
    try {
      const kept = await upload(file, 'conversion', () => undefined, new AbortController().signal);
      setJobId((await call(convertTest, { fileId: kept.fileId })).jobId);
    } catch (error) {
      // What a call refused was said by it.
      if (!(error instanceof CallError)) void message.error(String(error));
    } finally {
      setSending(false);
    }
  };
  const isBusy = sending || jobId !== undefined;
  return (
    <>
      <Upload beforeUpload={(file) => (void start(file), false)} showUploadList={false} disabled={isBusy}>
        <Button type="primary" loading={isBusy}>
          {t(isBusy ? 'test.running' : 'test.choose')}
        </Button>
      </Upload>
      {failed !== undefined && <Alert type="error" showIcon title={failed} />}
      {made && (
        <>
          <p role="status">{t('test.done', { pages: numberText(made.pages, language), ms: numberText(made.ms, language) })}</p>
          <Pages key={made.id} made={made} />
        </>
      )}
    </>
  );
}

function Pages({ made }: { made: Made }): ReactElement {
  const t = useT('conversion');
  const [page, setPage] = useState(1);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    let shown: string | undefined;
    void callRaw(conversionPicture, { id: made.id, page }, { signal: stop.signal })
      .then(async (answer) => {
        shown = URL.createObjectURL(await answer.blob());
        if (!stop.signal.aborted) setAddress(shown);
      })
      .catch(() => undefined);
    return () => {
      stop.abort();
      if (shown !== undefined) URL.revokeObjectURL(shown);
    };
  }, [made.id, page]);
  return (
    <>
      <div className="wcv-pages">
        <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
          {t('pager.previous')}
        </Button>
        <span>
          {page} / {made.pages}
        </span>
        <Button disabled={page >= made.pages} onClick={() => setPage(page + 1)}>
          {t('pager.next')}
        </Button>
      </div>
      {address !== undefined && <img className="wcv-page" src={address} alt={t('test.page', { page })} />}
    </>
  );
}
