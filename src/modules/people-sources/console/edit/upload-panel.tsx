import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Upload } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { FileTooLarge, upload } from '#kit/console/files/upload.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { bytesText } from '#kit/console/table/formats.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { sourceUpload } from '../../common/source-try.contract.ts';
import type { SourceDetail } from '../../common/source.contract.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { sourceReadings } from '../source-readings.ts';

/** How a file begins. */
export type FileLook = Reply<typeof sourceUpload>;

interface UploadPanelProps {
  source: SourceDetail;
  look: FileLook | undefined;
  onLook: (look: FileLook) => void;
}

/** Takes another file into use; how it begins is shown. */
export function UploadPanel({ source, look, onLook }: UploadPanelProps): ReactElement {
  const t = useT('user-centre');
  const k = useT('kit');
  const [language] = useLanguage();
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stop = useRef(new AbortController());
  const send = async (file: File): Promise<void> => {
    setRunning(true);
    setProblem(undefined);
    try {
      const { fileId } = await upload(file, 'import', () => undefined, stop.current.signal);
      onLook(await call(sourceUpload, { id: source.id, fileId }, { silent: true }));
      await invalidate(...sourceReadings);
    } catch (error) {
      if (error instanceof FileTooLarge) setProblem(k('import.tooLarge', { size: bytesText(error.limit, language) }));
      else if (error instanceof CallError) setProblem(error.msg);
      else throw error;
    } finally {
      setRunning(false);
    }
  };
  return (
    <section className="whk-panel so-try" aria-label={t('source.uploadTitle')}>
      <header>
        <h3>{t('source.uploadTitle')}</h3>
        <Permit code={sourcePage.button.upload}>
          {(name) => (
            <Upload
              accept=".xlsx,.csv,.txt"
              multiple={false}
              showUploadList={false}
              beforeUpload={(file) => {
                void send(file);
                return Upload.LIST_IGNORE;
              }}
            >
              <Button icon={<UploadOutlined aria-hidden="true" />} loading={running}>
                {name}
              </Button>
            </Upload>
          )}
        </Permit>
        <span>{t(source.config['fileId'] ? 'source.uploadHas' : 'source.uploadNone')}</span>
      </header>
      <div role="status">
        {problem !== undefined && <Alert type="error" showIcon title={problem} />}
        {look && (
          <Alert
            type="success"
            showIcon
            title={t('source.uploadTaken', { columns: look.columns.length, encoding: look.encoding ?? 'xlsx' })}
          />
        )}
      </div>
      {look && <Beginning look={look} />}
    </section>
  );
}

function Beginning({ look }: { look: FileLook }): ReactElement {
  const t = useT('user-centre');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className="so-scroll" role="region" aria-label={t('source.uploadBegins')} tabIndex={0}>
      <table className="so-table">
        <caption>{t('source.uploadBegins')}</caption>
        <thead>
          <tr>
            {look.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.rows.slice(0, 5).map((row, at) => (
            // Rows of a file have no name of their own.
            <tr key={at}>
              {look.columns.map((column, cell) => (
                <td key={column}>{row[cell] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
