import { Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, pick, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { MenuEntry } from '../../common/menu/menu.contract.ts';
import type { Spot } from './menu-draft.ts';

interface MenuPhoneProps {
  readonly draft: readonly MenuEntry[];
  readonly spot: Spot;
  readonly onChoose: (spot: Spot) => void;
}

/** The menu as a phone draws it, in the language that is chosen; the entry whose turn it is shows what is below it. */
export function MenuPhone({ draft, spot, onChoose }: MenuPhoneProps): ReactElement {
  const t = useT('public-replies');
  const kit = useT('kit');
  const [reading] = useLanguage();
  const [language, setLanguage] = useState<Language>(reading);
  const open = draft[spot.top];
  return (
    <section className="rep-phone-side" aria-label={t('snoMenu.phone')}>
      <Segmented<Language>
        size="small"
        aria-label={kit('field.language')}
        value={language}
        options={languages.map((one) => ({ value: one, label: kit(`lang.${one}`) }))}
        onChange={setLanguage}
      />
      <div className="rep-phone" lang={language.replace('_', '-')}>
        <div className="rep-phone-body">
          {draft.length === 0 && <p>{t('snoMenu.phoneEmpty')}</p>}
          {open && open.children.length > 0 && (
            <ul style={{ '--rep-at': spot.top, '--rep-of': draft.length } as React.CSSProperties}>
              {open.children.map((child, below) => (
                <li key={child.key}>
                  <button type="button" aria-pressed={spot.below === below} onClick={() => onChoose({ top: spot.top, below })}>
                    {pick(child.name, language)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="rep-phone-bar">
          {draft.map((entry, top) => (
            <button
              key={entry.key}
              type="button"
              aria-pressed={spot.top === top && spot.below === undefined}
              onClick={() => onChoose({ top })}
            >
              {entry.children.length > 0 && <span aria-hidden="true">≡ </span>}
              {pick(entry.name, language)}
            </button>
          ))}
        </div>
      </div>
    </section>
  );
}
