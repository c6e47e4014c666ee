import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import type { Reply } from '#kit/common/contract.ts';
import { platformNames } from '#kit/common/client/platforms.ts';
import { loginPageGet, loginPagePublish, loginPageSave } from '../common/document.contract.ts';
import { loginLink } from '../common/login-link.contract.ts';
import { loginPagePage } from '../common/permissions.ts';
import { PageFields } from './components/page-fields.tsx';
import { PlatformsSelect } from './components/platforms-select.tsx';
import { PagePreview } from './components/page-preview.tsx';
import './components/settings.css';

type Stored = Reply<typeof loginPageGet>;
const F = entityFields(loginLink);
const linksOf = (appId: string) => ({ ...loginLink, shared: { appId } });
type Links = ReturnType<typeof linksOf>;

/** The login page of the app on screen: its draft, what terminals see, and its links. */
export default function LoginPagePage(): ReactElement {
  const t = useT('app-settings');
  const { id: appId = '' } = useParams();
  const { data } = useRead(loginPageGet, { appId });
  if (!data) return <WaitingForm lines={8} />;
  return (
    <>
      <Editor key={data.version} stored={data} />
      <h3>{t('loginPage.links')}</h3>
      <CrudPanel<Links>
        entity={linksOf(appId)}
        columns={[
          'name',
          'kind',
          { name: 'address', as: 'code', sortable: false },
          {
            name: 'platforms',
            sortable: false,
            wrap: true,
            cell: ({ platforms }) => platforms.map((one) => platformNames[one]).join(' · '),
          },
          'enabled',
          'priority',
        ]}
        facts={[
          { name: 'name', as: 'local' },
          { name: 'kind', as: 'enum' },
          { name: 'address', as: 'code' },
          { name: 'platforms', show: ({ platforms }) => platforms.map((one) => platformNames[one]).join(' · ') },
          { name: 'enabled' },
          { name: 'createdAt', as: 'time' },
          { name: 'updatedAt', as: 'time' },
        ]}
        filters={(list) => <SearchFilter list={list} name="text" />}
        form={
          <>
            <F.name />
            <F.kind />
            <F.address as="text" placeholder="https://" />
            <F.platforms>
              <PlatformsSelect />
            </F.platforms>
            <F.enabled />
          </>
        }
      />
    </>
  );
}

function Editor({ stored }: { stored: Stored }): ReactElement {
  const t = useT('app-settings');
  const [language] = useLanguage();
  const [content, setContent] = useState(stored.draft);
  const { save, saving, issues } = useSave(loginPageSave, { invalidates: [loginPageGet], undoable: true });
  const { appId, version, published, publishedAt } = stored;
  const isTyped = JSON.stringify(content) !== JSON.stringify(stored.draft);
  useLeaveGuard(isTyped, () => setContent(stored.draft));
  const differs = published === null || JSON.stringify(published) !== JSON.stringify(stored.draft);
  return (
    <div className="settings-beside">
      <section aria-label={t('loginPage')}>
        <PageFields appId={appId} content={content} onChange={setContent} />
        {issues.map(({ message }) => (
          <p key={message} role="alert" className="settings-mistake">
            {message}
          </p>
        ))}
        <p className="settings-hint" role="status">
          {publishedAt === null ? t('loginPage.never') : t('loginPage.publishedAt', { at: timeText(publishedAt, language) })}
          {publishedAt !== null && differs && ` · ${t('loginPage.differs')}`}
        </p>
        <div className="settings-bar">
          <Permit code={loginPagePage.button.save}>
            {(name) => (
              <OffButton
                type={isTyped ? 'primary' : 'default'}
                off={!isTyped && 'nothing'}
                loading={saving}
                onClick={() => void save({ appId, version, content })}
              >
                {name}
              </OffButton>
            )}
          </Permit>
          <ActionButton
            endpoint={loginPagePublish}
            type={isTyped ? 'default' : 'primary'}
            disabled={isTyped || version === 0 || !differs}
            input={{ appId, version }}
            names={[t('loginPage')]}
            confirm="ask"
            invalidates={[loginPageGet]}
          />
        </div>
      </section>
      <PagePreview appId={appId} content={content} />
    </div>
  );
}
