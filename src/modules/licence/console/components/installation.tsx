import { CopyOutlined, QrcodeOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import type { ReactElement } from 'react';
import { copyText } from '#kit/console/action/copy-text.ts';
import { Opens } from '#kit/console/action/opens.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Qr } from '#kit/console/shell/own/qr.tsx';

/** Name by which this installation requests a licence. */
export function Installation({ id }: { id: string }): ReactElement {
  const t = useT('licence');
  const tk = useT('kit');
  const { message } = App.useApp();
  const copy = async (): Promise<void> => {
    void ((await copyText(id)) ? message.success(t('installation.copied')) : message.error(tk('copy.failed')));
  };
  return (
    <section className="lic-card" aria-label={t('installation')}>
      <h3>{t('installation')}</h3>
      <code className="lic-id">{id}</code>
      <p className="lic-soft">{t('installation.hint')}</p>
      <div className="lic-tools">
        <Button icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy()}>
          {t('factor.copy')}
        </Button>
        <Opens placement="bottomLeft" content={() => <Qr text={id} />}>
          <Button icon={<QrcodeOutlined aria-hidden="true" />}>{t('installation.qr')}</Button>
        </Opens>
      </div>
    </section>
  );
}
