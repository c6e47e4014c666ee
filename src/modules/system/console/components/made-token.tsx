import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { copyText } from '#kit/console/action/copy-text.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import './token.css';

/** A token that was just made, shown this once. */
export function MadeToken({ token: text, onClose }: { token: string; onClose: () => void }): ReactElement {
  const t = useT('system');
  const [copied, setCopied] = useState(false);
  // Where nothing can be copied it can still be selected.
  const copy = async (): Promise<void> => setCopied(await copyText(text));
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
        <Button icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy()}>
          {t(copied ? 'factor.copied' : 'factor.copy')}
        </Button>
      </p>
    </Modal>
  );
}
