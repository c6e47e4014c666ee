import { ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsHistory, SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { mailConfigChange, mailGet, mailTest, mailUpdate } from '../../common/mail-config.contract.ts';
import { mailState } from '../../common/mail-outbox.contract.ts';
import { mailConfig } from '../subjects.ts';
import { DkimInput } from './dkim-input.tsx';
import { FooterInput } from './footer-input.tsx';
import { ServersInput } from './servers-input.tsx';
import './mail.css';

const TestDialog = later('mail-test', async () => (await import('./test-dialog.tsx')).TestDialog);
const F = fieldsOf(mailConfigChange);

/** Fields whose inputs hold less than is answered: what may be written, and what is shown beside. */
function valuesOf(stored: Reply<typeof mailGet>): FormValues {
  const { servers, fromName, fromAddress, replyTo, ehloName, perMinute, maxSize, footer, testTo, dkim } = stored;
  return {
    fromName,
    fromAddress,
    replyTo,
    ehloName,
    perMinute,
    maxSize,
    footer,
    testTo,
    servers: servers.map(({ hasSecret: _hasSecret, ...server }) => server),
    dkim: dkim && { domain: dkim.domain, selector: dkim.selector },
  };
}

/** How mail leaves: servers, sender, signature, limits. */
export function ConfigPanel(): ReactElement {
  const t = useT('mail');
  const [testing, setTesting] = useState(false);
  const test = useActionName(mailTest);
  const { data } = useRead(mailGet, {});
  const title = t('mailConfig');
  return (
    <>
      <div className="mail-tools">
        <SettingsHistory subject={mailConfig} get={mailGet} title={title} />
        {test.granted && (
          <Button icon={<ExperimentOutlined aria-hidden="true" />} disabled={!data?.servers.length} onClick={() => setTesting(true)}>
            {test.name}
          </Button>
        )}
      </div>
      <SettingsPanel subject={mailConfig} title={title} get={mailGet} update={mailUpdate} valuesOf={valuesOf} invalidates={[mailState]}>
        {(stored) => (
          <>
            <SettingsGroup title={t('group.servers')} hint={t('group.serversHint')}>
              <F.servers wide>
                <ServersInput stored={stored.servers} />
              </F.servers>
            </SettingsGroup>
            <SettingsGroup title={t('group.sender')} hint={t('group.senderHint')}>
              <F.fromName />
              <F.fromAddress />
              <F.replyTo />
              <F.ehloName />
            </SettingsGroup>
            <SettingsGroup title={t('group.dkim')} hint={t('group.dkimHint')}>
              <F.dkim wide>
                <DkimInput stored={stored.dkim} />
              </F.dkim>
            </SettingsGroup>
            <SettingsGroup title={t('group.limits')} hint={t('group.limitsHint')}>
              <F.perMinute />
              <F.maxSize />
            </SettingsGroup>
            <SettingsGroup title={t('group.footer')} hint={t('group.footerHint')}>
              <F.footer wide>
                <FooterInput />
              </F.footer>
            </SettingsGroup>
            <SettingsGroup title={t('group.test')} hint={t('group.testHint')}>
              <F.testTo />
            </SettingsGroup>
          </>
        )}
      </SettingsPanel>
      {testing && <TestDialog to={data?.testTo ?? ''} onClose={() => setTesting(false)} />}
    </>
  );
}
