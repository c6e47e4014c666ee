import { Form, Input, Modal, Select, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { addressResolve } from '../../common/address.contract.ts';

/** What a terminal would get by the draft. */
export function ResolveDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('message-addresses');
  const base = useId();
  const [platform, setPlatform] = useState<Platform>(2);
  const [from, setFrom] = useState('');
  const isAddress = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:]+)$/.test(from);
  const { data, error, refetch } = useRead(addressResolve, { platform, address: from }, { enabled: isAddress });
  return (
    <Modal open title={t('resolve.title')} footer={null} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item label={t('resolve.platform')} htmlFor={`${base}p`}>
          <Select<Platform>
            id={`${base}p`}
            value={platform}
            options={platforms.map((value) => ({ value, label: platformNames[value] }))}
            onChange={setPlatform}
          />
        </Form.Item>
        <Form.Item label={t('resolve.address')} htmlFor={`${base}a`}>
          <Input
            id={`${base}a`}
            value={from}
            placeholder="10.1.2.3"
            maxLength={45}
            onChange={({ target }) => setFrom(target.value.trim())}
          />
        </Form.Item>
      </Form>
      {isAddress && error && <ErrorState error={error} retry={() => void refetch()} />}
      {isAddress && data && (
        <div role="status">
          <Tag>{t(data.inner ? 'resolve.inner' : 'resolve.outer')}</Tag>
          {data.addresses.length === 0 && t('resolve.none')}
          <ol>
            {data.addresses.map(({ name, url }) => (
              <li key={name}>{t('resolve.row', { name, url })}</li>
            ))}
          </ol>
        </div>
      )}
    </Modal>
  );
}
