import { Button, Input } from 'antd';
import type { ReactElement } from 'react';
import { languages, pick } from '#kit/common/language.ts';
import { AudienceInput } from '#kit/console/audience/audience-input.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { MenuChild, MenuEntry } from '../../common/menu/menu.contract.ts';
import { isCut, isTooLong, mostNamed } from '../../common/menu/words.ts';
import { withEntry, withoutEntry, type Spot } from './menu-draft.ts';
import { TargetInput } from './target-input.tsx';

interface EntryFormProps {
  readonly snoId: string;
  readonly draft: readonly MenuEntry[];
  readonly spot: Spot;
  readonly entry: MenuChild;
  readonly disabled: boolean;
  readonly onChange: (draft: MenuEntry[]) => void;
  readonly onRemoved: () => void;
}

/** One entry: its names, where it leads, and who sees it. */
export function EntryForm({ snoId, draft, spot, entry, disabled, onChange, onRemoved }: EntryFormProps): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  const change = (part: Partial<MenuChild>): void => onChange(withEntry(draft, spot, part));
  const isParent = spot.below === undefined && (draft[spot.top]?.children.length ?? 0) > 0;
  return (
    <>
      <Names entry={entry} below={spot.below !== undefined} disabled={disabled} onChange={change} />
      {!isParent && <Leads snoId={snoId} entry={entry} disabled={disabled} onChange={change} />}
      <fieldset className="rep-field">
        <legend>{t('snoMenu.members')}</legend>
        <AudienceInput value={entry.members} disabled={disabled} onChange={(members) => change({ members: [...members] })} />
      </fieldset>
      {!disabled && (
        <Button
          danger
          onClick={() => {
            onChange(withoutEntry(draft, spot));
            onRemoved();
          }}
        >
          {t('snoMenu.removeNamed', { name: pick(entry.name, language) })}
        </Button>
      )}
    </>
  );
}

interface PartProps {
  readonly entry: MenuChild;
  readonly disabled: boolean;
  readonly onChange: (part: Partial<MenuChild>) => void;
}

/** The name in three languages, each with a word about its length. */
function Names({ entry, below, disabled, onChange }: PartProps & { readonly below: boolean }): ReactElement {
  const t = useT('public-replies');
  const kit = useT('kit');
  return (
    <fieldset className="rep-field">
      <legend>{t('snoMenu.name')}</legend>
      {languages.map((one) => {
        const text = entry.name[one] ?? '';
        const status = isTooLong(text) ? ({ status: 'error' } as const) : isCut(text, below) ? ({ status: 'warning' } as const) : {};
        return (
          <div key={one}>
            <Input
              aria-label={`${t('snoMenu.name')}: ${kit(`lang.${one}`)}`}
              lang={one.replace('_', '-')}
              prefix={<small>{kit(`lang.${one}`)}</small>}
              maxLength={mostNamed}
              disabled={disabled}
              value={text}
              {...status}
              onChange={(event) => {
                const { [one]: _before, ...others } = entry.name;
                const next = event.target.value;
                onChange({
                  name: next === '' && one !== 'zh_CN' ? { ...others, zh_CN: entry.name.zh_CN } : { ...entry.name, [one]: next },
                });
              }}
            />
            {isCut(text, below) && <small role="status">{t('snoMenu.isCut', { lang: kit(`lang.${one}`) })}</small>}
          </div>
        );
      })}
    </fieldset>
  );
}

/** Where the entry leads. */
function Leads({ snoId, entry, disabled, onChange }: PartProps & { readonly snoId: string }): ReactElement {
  const t = useT('public-replies');
  return (
    <fieldset className="rep-field">
      <legend>{t('snoMenu.kind')}</legend>
      <TargetInput snoId={snoId} target={entry.target} disabled={disabled} onChange={(target) => onChange({ target })} />
    </fieldset>
  );
}
