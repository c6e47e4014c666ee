import { Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { GroupHelper } from '../../common/type.contract.ts';
import { helperKinds, helperModes } from '../../common/words.ts';
import '../group/groups.css';

const languages = ['zh_CN', 'en_US', 'ja_JP'] as const;
const usual: Readonly<Record<GroupHelper['helper'], GroupHelper['text']>> = {
  welcome: { zh_CN: '欢迎 {name} 加入', en_US: 'Welcome, {name}', ja_JP: '{name} さん、ようこそ' },
  notice: { zh_CN: '群公告：{notice}', en_US: 'Notice: {notice}', ja_JP: 'お知らせ：{notice}' },
};

/** The helpers of the product, whether each acts, and what it says. */
export function HelperRows({
  value = [],
  onChange,
}: {
  value?: GroupHelper[];
  onChange?: (next: GroupHelper[]) => void;
  id?: string;
}): ReactElement {
  const t = useT('groups');
  const kit = useT('kit');
  const rows = helperKinds.map(
    (helper) => value.find((one) => one.helper === helper) ?? { helper, mode: 'off' as const, text: usual[helper] },
  );
  const set = (helper: GroupHelper['helper'], change: Partial<GroupHelper>): void =>
    onChange?.(rows.map((one) => (one.helper === helper ? { ...one, ...change } : one)));
  return (
    <div className="im-type-rows">
      {rows.map((row) => (
        <div className="im-type-row" key={row.helper} role="group" aria-label={t(`helper.${row.helper}`)}>
          <label>
            <strong>{t(`helper.${row.helper}`)}</strong>
            <Select
              value={row.mode}
              options={helperModes.map((mode) => ({ value: mode, label: t(`helper.mode.${mode}`) }))}
              onChange={(mode) => set(row.helper, { mode })}
            />
          </label>
          {languages.map((language) => (
            <label key={language}>
              {t('helper.text', { language: kit(`lang.${language}`) })}
              <Input.TextArea
                rows={2}
                maxLength={500}
                value={row.text[language] ?? ''}
                onChange={({ target }) => set(row.helper, { text: { ...row.text, [language]: target.value } })}
              />
            </label>
          ))}
        </div>
      ))}
    </div>
  );
}
