import { CopyOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';

/** A text to be taken elsewhere, with the button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }): ReactElement {
  const t = useT('user-centre');
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    // Without the clipboard (plain http) it can still be selected.
    void navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="so-copy">
      <Input readOnly aria-label={label} value={value} onFocus={(event) => event.target.select()} />
      <Button icon={<CopyOutlined aria-hidden="true" />} onClick={copy}>
        {t(copied ? 'source.token.copied' : 'source.token.copy')}
      </Button>
    </div>
  );
}
