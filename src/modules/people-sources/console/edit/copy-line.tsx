import { CopyOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { copyText } from '#kit/console/action/copy-text.ts';
import { useT } from '#kit/console/i18n/use-t.ts';

/** A text to be taken elsewhere, with the button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }): ReactElement {
  const t = useT('user-centre');
  const [copied, setCopied] = useState(false);
  // Where nothing can be copied it can still be selected.
  const copy = async (): Promise<void> => setCopied(await copyText(value));
  return (
    <div className="so-copy">
      <Input readOnly aria-label={label} value={value} onFocus={(event) => event.target.select()} />
      <Button icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy()}>
        {t(copied ? 'source.token.copied' : 'source.token.copy')}
      </Button>
    </div>
  );
}
