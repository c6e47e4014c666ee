import IconContext from '@ant-design/icons/es/components/Context';
import { useInsertStyles } from '@ant-design/icons/es/utils';
import { App, ConfigProvider } from 'antd';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { Language } from '#kit/common/language.ts';
import { pageNonce } from '../boot/page-meta.ts';
import { useLanguage } from '../i18n/use-t.ts';
import { useStored } from '../store/store.ts';
import { antdLocale, loadAntdLocale } from '../theme/antd-locale.ts';
import { antdTheme } from '../theme/antd-theme.ts';
import { useDark } from '../theme/appearance.ts';

const csp = { nonce: pageNonce() };
/** Icons look through every style of the document when they appear, to see whether theirs is there: IconStyles does it for all of them. */
const icons = { csp, zeroRuntime: true };

/** The component library's language, theme, density and nonce; messages and dialogs by hook inside it. */
export function UiProvider({ children }: { children: ReactNode }): ReactElement {
  const [language] = useLanguage();
  const density = useStored('density');
  const dark = useDark();
  const locale = useLocale(language);
  return (
    <ConfigProvider
      locale={locale}
      theme={antdTheme(dark, density)}
      componentSize={density}
      csp={csp}
      // A space between two characters of a button would be read aloud, and is not in its name.
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: true, scrollToFirstError: { focus: true } }}
    >
      <IconStyles />
      <IconContext value={icons}>
        <App message={{ maxCount: 3 }} className="wh-app">
          {children}
        </App>
      </IconContext>
    </ConfigProvider>
  );
}

const page = { current: document.documentElement };

function IconStyles(): null {
  useInsertStyles(page);
  return null;
}

/** The pack of the language on screen; the former one until it is here. */
function useLocale(language: Language): ReturnType<typeof antdLocale> {
  const [locale, setLocale] = useState(() => antdLocale(language));
  useEffect(() => {
    let current = true;
    void loadAntdLocale(language).then(
      () => current && setLocale(antdLocale(language)),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
}
