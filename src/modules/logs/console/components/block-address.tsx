import { StopOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { loginBlockAddress } from '../../common/login-log.contract.ts';
import { consoleLogin } from '../../common/permissions.ts';
import { useTimeText } from './use-time-text.ts';

const F = fieldsOf(loginBlockAddress.input);
const dayMillis = 86_400_000;

/** The way to keep the address of a sign-in out for some time. */
export function BlockAddress({ address }: { address: string }): ReactElement {
  const t = useT('logs');
  const timeText = useTimeText();
  const { message } = App.useApp();
  // The end that is proposed, while the question is open.
  const [until, setUntil] = useState<number>();
  return (
    <Permit code={consoleLogin.button.blockAddress}>
      {(name) => (
        <>
          <Button className="wl-block" danger icon={<StopOutlined aria-hidden="true" />} onClick={() => setUntil(Date.now() + dayMillis)}>
            {name}
          </Button>
          {until !== undefined && (
            <FormDialog
              endpoint={loginBlockAddress}
              title={t('login.blockTitle', { address })}
              initial={{ until }}
              input={(values) => ({ address, until: values['until'] as number, reason: String(values['reason'] ?? '') })}
              onSaved={({ confirmBefore }) => {
                if (confirmBefore !== null) void message.warning(t('login.blocked', { time: timeText(confirmBefore) }), 10);
              }}
              onClose={() => setUntil(undefined)}
            >
              <p className="wl-soft">{t('login.blockHelp')}</p>
              <F.until as="time" label={t('login.blockUntil')} />
              <F.reason as="area" label={t('login.blockReason')} />
            </FormDialog>
          )}
        </>
      )}
    </Permit>
  );
}
