import { WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { CallError } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import './states.css';

/** Error state: what could not be read and why, in the server's words, with a button that tries again. */
export function ErrorState({ error, retry }: { error: unknown; retry?: (() => void) | undefined }): ReactElement {
  const t = useT('kit');
  return (
    <div className="whk-state" data-tone="error" role="alert">
      <WarningOutlined aria-hidden="true" />
      <strong>{t('error.title')}</strong>
      <p>{error instanceof CallError ? error.msg : error instanceof Error ? error.message : String(error)}</p>
      {retry && <Button onClick={retry}>{t('error.retry')}</Button>}
    </div>
  );
}
