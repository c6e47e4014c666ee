import { Button, Modal, Typography } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';

/** A new secret: it is shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }): ReactElement {
  const t = useT('todo-forms');
  const kit = useT('kit');
  return (
    <Modal open title={t('system.secret')} onCancel={onClose} footer={<Button onClick={onClose}>{kit('form.close')}</Button>}>
      <p>{t('system.secretOnce')}</p>
      <Typography.Paragraph copyable code>
        {secret}
      </Typography.Paragraph>
    </Modal>
  );
}
