import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { FileButton } from '#kit/console/files/file-button.tsx';
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
  return (
    <span className="feedback-attach">
      <FileButton
        purpose="feedback"
        disabled={value.length >= mostFiles}
        mistake={t('feedback.attachMistake')}
        sent={({ fileId, name }) => onChange([...value, { fileId, name }])}
      >
        {t('feedback.attach')}
      </FileButton>
      {value.map(({ fileId, name }) => (
        <Tag
          key={fileId}
          closable={{ 'aria-label': t('file.remove', { name }) }}
          onClose={() => onChange(value.filter((one) => one.fileId !== fileId))}
        >
          {name}
        </Tag>
      ))}
    </span>
  );
}
