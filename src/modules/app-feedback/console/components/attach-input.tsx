import { Button, Tag, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import { upload } from '#kit/console/files/upload.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { mostFiles } from '../../common/feedback.contract.ts';

interface Attached {
  readonly fileId: string;
  readonly name: string;
}

/** Files that go with an answer. */
export function AttachInput({
  value,
  onChange,
}: {
  value: readonly Attached[];
  onChange: (files: readonly Attached[]) => void;
}): ReactElement {
  const t = useT('app-feedback');
  const [state, setState] = useState<'busy' | 'wrong'>();
  const take = async (file: File): Promise<void> => {
    setState('busy');
    try {
      const { fileId, name } = await upload(file, 'feedback', () => undefined, new AbortController().signal);
      onChange([...value, { fileId, name }]);
      setState(undefined);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState('wrong');
    }
  };
  return (
    <span className="feedback-attach">
      <Upload
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <Button loading={state === 'busy'} disabled={value.length >= mostFiles}>
          {t('feedback.attach')}
        </Button>
      </Upload>
      {value.map(({ fileId, name }) => (
        <Tag
          key={fileId}
          closable={{ 'aria-label': t('feedback.removeFile', { name }) }}
          onClose={() => onChange(value.filter((one) => one.fileId !== fileId))}
        >
          {name}
        </Tag>
      ))}
      {state === 'wrong' && <small role="alert">{t('feedback.attachMistake')}</small>}
    </span>
  );
}
