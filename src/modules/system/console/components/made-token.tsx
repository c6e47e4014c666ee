import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import './token.css';

/** A token that was just made, shown this once. */
export function MadeToken({ token: text, onClose }: { token: string; onClose: () => void }): ReactElement {
  const t = useT('system');
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    // Without the clipboard (plain http) it can still be selected.
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Modal
      open
      title={t('apiToken.made')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('apiToken.kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('apiToken.once')} />
      <p className="sys-token">
        <Input readOnly aria-label={t('apiToken.made')} value={text} onFocus={(event) => event.target.select()} />
        <Button icon={<CopyOutlined aria-hidden="true" />} onClick={copy}>
          {t(copied ? 'apiToken.copied' : 'apiToken.copy')}
        </Button>
      </p>
    </Modal>
  );
}
