import { Button, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { timeText } from '#kit/common/date-text.ts';
import { mailHomePage } from '../../common/permissions.ts';
import { mailServer, type MailEndpoint, type MailServerRow } from '../../common/boxes/server.contract.ts';
import { loginPlaces } from '../../common/boxes/words.ts';
import { mailFaults } from '../../common/engine/words.ts';
import { TestServer } from './probe-dialog.tsx';
import { EndpointInput, FoldersInput, LimitsInput } from './server-inputs.tsx';

const F = entityFields(mailServer);

function ServerFields(): ReactElement {
  const t = useT('mailboxes');
  const form = Form.useFormInstance();
  const signIn: unknown = Form.useWatch('signIn', form);
  const loginFrom: unknown = Form.useWatch('loginFrom', form);
  return (
    <>
      <F.name />
      <F.domains help={t('server.domainsHint')} />
      <F.incoming wide>
        <EndpointInput way="in" />
      </F.incoming>
      <F.outgoing wide>
        <EndpointInput way="out" />
      </F.outgoing>
      <F.allowPlain help={t('server.plainHint')} />
      <F.signIn help={t('server.signInHint')} />
      {signIn === 'master' && (
        <>
          <F.masterUser />
          <F.masterSeparator />
          <F.masterSecret />
        </>
      )}
      <F.loginFrom />
      {loginFrom === 'template' && (
        <F.loginTemplate help={t('server.templateHint', { places: loginPlaces.map((one) => `{${one}}`).join(', ') })} />
      )}
      <F.saveSent />
      <F.idle />
      <F.push />
      <F.limits wide>
        <LimitsInput />
      </F.limits>
      <F.folders wide help={t('server.foldersHint')}>
        <FoldersInput />
      </F.folders>
    </>
  );
}

/** What the last look at a server said. */
function Health({ health }: Pick<MailServerRow, 'health'>): ReactElement {
  const t = useT('mailboxes');
  const [language] = useLanguage();
  if (!health) return <span className="mail-soft">{t('server.untested')}</span>;
  const fault = mailFaults.find((one) => one === health.class);
  const word = health.ok ? t('server.reachable') : fault ? t(`fault.${fault}`) : t('server.unreachable');
  return (
    <span className="mail-fault" title={timeText(health.at, language)}>
      {word}
    </span>
  );
}

const placeText = ({ host, port }: MailEndpoint): string => `${host}:${port}`;

/** Mail servers with their health. */
export function ServerPanel(): ReactElement {
  const t = useT('mailboxes');
  const [tested, setTested] = useState<Pick<MailServerRow, 'id' | 'name'>>();
  return (
    <>
      <CrudPanel
        entity={mailServer}
        columns={[
          'name',
          { name: 'domains', sortable: false, cell: ({ domains }) => domains.join(', ') || '—' },
          { name: 'incoming', sortable: false, cell: ({ incoming }) => placeText(incoming) },
          { name: 'outgoing', sortable: false, optional: true, cell: ({ outgoing }) => placeText(outgoing) },
          { name: 'signIn', as: 'enum', sortable: false },
          { name: 'accounts', as: 'number', sortable: false },
          { name: 'health', sortable: false, cell: (row) => <Health health={row.health} /> },
          { name: 'enabled', as: 'enum', sortable: false },
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="enabled" />
            <EnumFilter list={list} name="signIn" />
            <EnumFilter list={list} name="reachable" />
          </>
        )}
        facts={[
          { name: 'name' },
          { name: 'domains', show: ({ domains }) => domains.join(', ') },
          { name: 'incoming', show: ({ incoming }) => `${placeText(incoming)} · ${t(`endpoint.security.${incoming.security}`)}` },
          { name: 'outgoing', show: ({ outgoing }) => `${placeText(outgoing)} · ${t(`endpoint.security.${outgoing.security}`)}` },
          { name: 'allowPlain', as: 'enum' },
          { name: 'signIn', as: 'enum' },
          { name: 'masterUser' },
          { name: 'hasMasterSecret', as: 'boolean' },
          { name: 'loginFrom', as: 'enum' },
          { name: 'saveSent', as: 'enum' },
          { name: 'idle', as: 'enum' },
          { name: 'push', as: 'enum' },
          {
            name: 'limits',
            show: ({ limits }) =>
              (['messageSize', 'perAccount', 'connections', 'syncDays', 'sendPerHour'] as const)
                .map((name) => `${t(`limit.${name}`)}: ${limits[name]}`)
                .join(' · '),
          },
          { name: 'health', always: true, show: ({ health }) => <Health health={health} /> },
          { name: 'accounts', as: 'number', always: true },
          { name: 'enabled', as: 'enum' },
        ]}
        rowActions={(row) => (
          <Permit code={mailHomePage.button.testServer}>
            {(name) => (
              <Button type="text" onClick={() => setTested(row)}>
                {name}
              </Button>
            )}
          </Permit>
        )}
        form={<ServerFields />}
      />
      {tested && <TestServer server={tested} onClose={() => setTested(undefined)} />}
    </>
  );
}
