import { Segmented } from 'antd';
import { useId, type ReactElement, type ReactNode } from 'react';
import { languages } from '#kit/common/language.ts';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { languageNames } from '../../login/login-frame.tsx';
import { store, useStored } from '../../store/store.ts';

/** Language, light or dark, density: the choices. */
export function Preferences(): ReactElement {
  const t = useT('kit');
  const [language, setLanguage] = useLanguage();
  const theme = useStored('theme');
  const density = useStored('density');
  return (
    <div className="wh-preferences">
      <Choice title={t('frame.language')}>
        {(label) => (
          <Segmented
            aria-labelledby={label}
            value={language}
            onChange={(value) => void setLanguage(value)}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        )}
      </Choice>
      <Choice title={t('frame.theme')}>
        {(label) => (
          <Segmented
            aria-labelledby={label}
            value={theme}
            onChange={(value) => store.set('theme', value)}
            options={[
              { value: 'light' as const, label: t('frame.themeLight') },
              { value: 'dark' as const, label: t('frame.themeDark') },
              { value: 'system' as const, label: t('frame.themeSystem') },
            ]}
          />
        )}
      </Choice>
      <Choice title={t('frame.density')}>
        {(label) => (
          <Segmented
            aria-labelledby={label}
            value={density}
            onChange={(value) => store.set('density', value)}
            options={[
              { value: 'small' as const, label: t('frame.densitySmall') },
              { value: 'middle' as const, label: t('frame.densityMiddle') },
              { value: 'large' as const, label: t('frame.densityLarge') },
            ]}
          />
        )}
      </Choice>
    </div>
  );
}

function Choice({ title, children }: { title: string; children: (labelId: string) => ReactNode }): ReactElement {
  const id = useId();
  return (
    <div>
      <span id={id}>{title}</span>
      {children(id)}
    </div>
  );
}
