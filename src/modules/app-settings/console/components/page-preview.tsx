import { Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { LoginPageContent } from '../../common/document.contract.ts';
import { loginLink } from '../../common/login-link.contract.ts';
import { usePicture } from './picture-input.tsx';
import './settings.css';

/** The login page as a phone or a PC shows it, in the language of the console. */
export function PagePreview({ appId, content }: { appId: string; content: LoginPageContent }): ReactElement {
  const t = useT('app-settings');
  const [language] = useLanguage();
  const [frame, setFrame] = useState<'phone' | 'pc'>('phone');
  const { data } = useRead(loginLink.list, { appId, pageSize: 20 });
  const [logo, background] = [usePicture(appId, content.logoId), usePicture(appId, content.backgroundId)];
  const said = (text: LocalDraft | null): string => (text ? pick(text, language) : '');
  const shown = frame === 'phone' ? [1, 2, 8] : [4, 5];
  const links = (data?.list ?? []).filter(({ enabled, platforms }) => enabled && platforms.some((one) => shown.includes(one)));
  return (
    <aside className="settings-preview" aria-label={t('loginPage.preview')}>
      <Segmented
        aria-label={t('loginPage.preview')}
        value={frame}
        options={[
          { value: 'phone', label: t('loginPage.phone') },
          { value: 'pc', label: t('loginPage.pc') },
        ]}
        onChange={setFrame}
      />
      <div className="settings-frame" data-frame={frame}>
        {background !== undefined && <img className="settings-back" src={background} alt="" />}
        <div className="settings-login">
          {logo === undefined ? <span className="settings-logo" /> : <img className="settings-logo" src={logo} alt="" />}
          <strong>{said(content.title)}</strong>
          <span>{said(content.slogan)}</span>
          <span className="settings-box">{t('field.account')}</span>
          <span className="settings-box">{t('login.password')}</span>
          <span className="settings-enter">{t('login.title')}</span>
          {content.agreement && (
            <small>
              {content.agreement.mustAccept ? '☐ ' : ''}
              {said(content.agreement.title)}
            </small>
          )}
          <small className="settings-links">
            {links.map(({ id, name }) => (
              <span key={id}>{pick(name, language)}</span>
            ))}
          </small>
          <small>{said(content.footer)}</small>
        </div>
      </div>
    </aside>
  );
}
