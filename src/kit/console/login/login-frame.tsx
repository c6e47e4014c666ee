import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { store } from '../store/store.ts';
import { useDark } from '../theme/appearance.ts';
import { LineIcon } from './line-icon.tsx';
import { useLook } from './look.ts';

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { zh_CN: '简体中文', en_US: 'English', ja_JP: '日本語' };

/** Language and light or dark, before anybody is signed in. */
export function LoginTools(): ReactElement {
  const t = useT('kit');
  const [language, setLanguage] = useLanguage();
  const dark = useDark();
  const choose = (value: string): void => {
    const chosen = languages.find((one) => one === value);
    if (chosen) void setLanguage(chosen);
  };
  return (
    <div className="wh-login-tools">
      <select aria-label={t('frame.language')} value={language} onChange={(event) => choose(event.target.value)}>
        {languages.map((one) => (
          <option key={one} value={one} lang={one.replace('_', '-')}>
            {languageNames[one]}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="wh-tool"
        aria-pressed={dark}
        aria-label={t('frame.dark')}
        title={t('frame.dark')}
        onClick={() => store.set('theme', dark ? 'light' : 'dark')}
      >
        <LineIcon>
          {dark ? (
            <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />
          ) : (
            <path d="M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M19.1 4.9l-1.4 1.4M6.3 17.7l-1.4 1.4" />
          )}
        </LineIcon>
      </button>
    </div>
  );
}

/** Links and footer of the customer's configuration. */
export function LoginFooter(): ReactElement {
  const t = useT('kit');
  const { loginLinks, loginFooter } = useLook();
  return (
    <footer>
      {loginLinks.length > 0 && (
        <nav aria-label={t('login.links')}>
          {loginLinks.map(({ title, url }) => (
            <a key={url} href={url} rel="noreferrer">
              {title}
            </a>
          ))}
        </nav>
      )}
      {loginFooter && <p>{loginFooter}</p>}
    </footer>
  );
}
