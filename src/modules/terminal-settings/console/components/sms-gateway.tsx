import { Alert, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsHistory, SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { smsGatewayChange, smsGatewayGet, smsGatewaySave, smsGatewayTest } from '../../common/sms.contract.ts';
import { gatewaySubject } from '../subjects.ts';
import { HeadersInput } from './headers-input.tsx';

const F = fieldsOf(smsGatewayChange);
const T = fieldsOf(smsGatewayTest.input);
const nothing = {};

/** The gateway that sends codes, what became of its messages, and a try. */
export function SmsGatewayPanel(): ReactElement {
  const t = useT('terminal-settings');
  const title = t('smsGateway');
  return (
    <>
      <div className="ts-tools">
        <SettingsHistory subject={gatewaySubject} get={smsGatewayGet} title={title} />
      </div>
      <GatewayState />
      <SettingsPanel subject={gatewaySubject} title={title} get={smsGatewayGet} update={smsGatewaySave}>
        <SettingsGroup title={t('sms.call')} hint={t('sms.callHint')}>
          <F.enabled />
          <F.url as="text" wide />
          <F.method />
          <F.format />
          <F.body as="area" wide help={t('sms.bodyHint', { names: '{phone} {text} {code} {sign} {template} {secret}' })} />
          <F.headers wide help={t('sms.headersHint', { name: '{secret}' })}>
            <HeadersInput />
          </F.headers>
        </SettingsGroup>
        <SettingsGroup title={t('sms.message')} hint={t('sms.messageHint')}>
          <F.text wide help={t('sms.textHint', { name: '{code}' })} />
          <F.sign />
          <F.template />
        </SettingsGroup>
        <SettingsGroup title={t('sms.trust')} hint={t('sms.trustHint')}>
          <F.secret as="secret" />
          <F.signing help={t('sms.signingHint')} />
          <F.successPath help={t('sms.successHint')} placeholder="data.code" />
          <F.successValue />
          <F.perMinute />
        </SettingsGroup>
      </SettingsPanel>
    </>
  );
}

/** How the last day went, and the button that sends one message. */
function GatewayState(): ReactElement | null {
  const t = useT('terminal-settings');
  const [language] = useLanguage();
  const { data } = useRead(smsGatewayGet, nothing);
  const { granted } = useActionName(smsGatewayTest);
  const [testing, setTesting] = useState(false);
  const [result, setResult] = useState<{ ok: boolean; answer: string }>();
  if (!data) return null;
  const { sent, failed, waiting, lastAnswer, lastAt } = data.day;
  const counts = { sent: numberText(sent, language), failed: numberText(failed, language), waiting: numberText(waiting, language) };
  const bad = result ? !result.ok : failed > 0;
  return (
    <>
      <Alert
        showIcon
        className="ts-gateway"
        type={bad ? 'warning' : 'info'}
        title={result ? t(result.ok ? 'sms.tested' : 'sms.testFailed', { answer: result.answer }) : t('sms.day', counts)}
        description={!result && lastAt !== null && lastAnswer !== null && `${timeText(lastAt, language)} · ${lastAnswer}`}
        action={granted && <Button onClick={() => setTesting(true)}>{t('sms.test')}</Button>}
      />
      {testing && (
        <SubjectContext value={gatewaySubject}>
          <FormDialog
            endpoint={smsGatewayTest}
            title={t('sms.test')}
            initial={{ number: '' }}
            input={({ number }) => ({ number: String(number ?? '') })}
            invalidates={[]}
            onSaved={setResult}
            onClose={() => setTesting(false)}
          >
            <T.number help={t('sms.testHint')} />
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}
