import { Alert, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import './address-check.css';
import { ipCheck } from '../../common/ip-detail.contract.ts';

/** Which group holds an address? */
export function AddressCheck(): ReactElement {
  const t = useT('address-groups');
  const [answer, setAnswer] = useState<Reply<typeof ipCheck>>();
  const ask = async (address: string): Promise<void> =>
    setAnswer(address.trim() === '' ? undefined : await call(ipCheck, { address: address.trim() }));
  return (
    <section className="whk-panel address-check" aria-label={t('check.title')}>
      <Input.Search
        allowClear
        aria-label={t('check.title')}
        placeholder={t('check.title')}
        maxLength={64}
        enterButton={t('check.ask')}
        onSearch={(text) => void ask(text).catch(() => undefined)}
      />
      {answer && (
        <Alert
          role="status"
          showIcon
          type={!answer.known ? 'warning' : answer.list.some(({ holds }) => holds) ? 'success' : 'info'}
          title={!answer.known ? t('check.unknown') : answer.list.length === 0 ? t('check.none') : answer.list[0]!.groupName}
          description={
            answer.list.length > 0 && (
              <ul>
                {answer.list.map((one) => (
                  <li key={one.detailId}>
                    {one.groupName} ({t(`ipGroup.kind.${one.kind}`)}) · <code>{one.value}</code>
                    {!one.holds && ` · ${t('check.off')}`}
                  </li>
                ))}
              </ul>
            )
          }
        />
      )}
    </section>
  );
}
