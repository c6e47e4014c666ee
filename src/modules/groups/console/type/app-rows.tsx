import { Button, Checkbox, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { GroupApp } from '../../common/type.contract.ts';
import '../group/groups.css';

const languages = ['zh_CN', 'en_US', 'ja_JP'] as const;
const fresh: GroupApp = { name: { zh_CN: '', en_US: '', ja_JP: '' }, url: 'https://', platforms: [], required: false };

/** The entries of the tool bar of a group, in their order. */
export function AppRows({
  value = [],
  onChange,
}: {
  value?: GroupApp[];
  onChange?: (next: GroupApp[]) => void;
  id?: string;
}): ReactElement {
  const t = useT('groups');
  const kit = useT('kit');
  const [language] = useLanguage();
  const set = (at: number, change: Partial<GroupApp>): void =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const swap = (one: number, other: number): void => {
    const next = [...value];
    [next[one], next[other]] = [value[other]!, value[one]!];
    onChange?.(next);
  };
  return (
    <div className="im-type-rows">
      {value.map((row, at) => (
        <div className="im-type-row" key={at} role="group" aria-label={t('app.row', { n: at + 1 })}>
          {languages.map((language) => (
            <label key={language}>
              {t('app.name', { language: kit(`lang.${language}`) })}
              <Input
                maxLength={40}
                value={row.name[language] ?? ''}
                onChange={({ target }) => set(at, { name: { ...row.name, [language]: target.value } })}
              />
            </label>
          ))}
          <label>
            {t('app.url')}
            <Input maxLength={500} value={row.url} onChange={({ target }) => set(at, { url: target.value })} />
          </label>
          <label>
            {t('app.platforms')}
            <Select<Platform[]>
              mode="multiple"
              placeholder={t('app.allPlatforms')}
              value={platforms.filter((one) => row.platforms.includes(one))}
              options={platforms.map((one) => ({ value: one, label: platformNames[one] }))}
              onChange={(next) => set(at, { platforms: next })}
            />
          </label>
          <div className="im-type-tools">
            <Checkbox checked={row.required} onChange={({ target }) => set(at, { required: target.checked })}>
              {t('app.required')}
            </Checkbox>
            <UpDown
              name={pick(row.name, language)}
              up={at > 0 ? () => swap(at, at - 1) : undefined}
              down={at < value.length - 1 ? () => swap(at, at + 1) : undefined}
            />
            <Button danger type="text" onClick={() => onChange?.(value.filter((_, index) => index !== at))}>
              {t('factor.remove')}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <OffButton off={value.length >= 20 && 'most'} onClick={() => onChange?.([...value, fresh])}>
          {t('app.add')}
        </OffButton>
      </div>
    </div>
  );
}
