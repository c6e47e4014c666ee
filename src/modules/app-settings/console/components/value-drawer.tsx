import { Button, Drawer } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import {
  mostRules,
  otherConfig,
  otherConfigExplain,
  otherConfigSave,
  type ConfigRule,
  type ConfigValue,
  type OtherConfigRow,
} from '../../common/other-config.contract.ts';
import { otherConfigPage } from '../../common/permissions.ts';
import { RuleFields } from './rule-fields.tsx';
import { ValueInput } from './value-input.tsx';
import './settings.css';

const invalidates = [otherConfig.list, otherConfig.get, otherConfigExplain];

/** The value of a setting for everybody, and its rules in their order. */
export function ValueDrawer({ setting, onClose }: { setting: OtherConfigRow; onClose: () => void }): ReactElement {
  const t = useT('app-settings');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const [value, setValue] = useState<unknown>(setting.value ?? setting.defaultValue);
  const [rules, setRules] = useState<readonly ConfigRule[]>(setting.rules);
  const { save, saving, issues } = useSave(otherConfigSave, { invalidates, onSaved: onClose, undoable: true });
  const add = (): void =>
    setRules([
      ...rules,
      { platforms: [], fromBuild: null, toBuild: null, deptIds: [], crowdIds: [], percent: null, value: setting.defaultValue },
    ]);
  const put = (at: number, rule: ConfigRule): void => setRules(rules.map((one, index) => (index === at ? rule : one)));
  const move = (at: number, to: number) =>
    to < 0 || to >= rules.length ? undefined : () => setRules(rules.with(at, rules[to]!).with(to, rules[at]!));
  const { appId, id, version } = setting;
  return (
    <Drawer
      open
      title={pick(setting.name, language)}
      size={narrow ? '100%' : 640}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      <label className="settings-line">
        {t('otherConfig.everybody')}
        <ValueInput label={t('otherConfig.everybody')} setting={setting} value={value} onChange={setValue} />
      </label>
      <h3>{t('otherConfig.field.rules')}</h3>
      <p className="settings-hint">{t('otherConfig.rulesHint')}</p>
      {rules.map((rule, at) => (
        <section key={at} className="settings-rule" aria-label={t('otherConfig.rule', { no: at + 1 })}>
          <header>
            <strong>{t('otherConfig.rule', { no: at + 1 })}</strong>
            <span>
              <UpDown name={t('otherConfig.rule', { no: at + 1 })} up={move(at, at - 1)} down={move(at, at + 1)} />
              <Button type="text" danger onClick={() => setRules(rules.filter((_, index) => index !== at))}>
                {t('otherConfig.removeRule', { no: at + 1 })}
              </Button>
            </span>
          </header>
          <RuleFields rule={rule} onChange={(next) => put(at, next)} />
          <label className="settings-line">
            {t('otherConfig.field.value')}
            <ValueInput
              label={`${t('otherConfig.field.value')} · ${t('otherConfig.rule', { no: at + 1 })}`}
              setting={setting}
              value={rule.value}
              onChange={(next) => put(at, { ...rule, value: next as ConfigValue })}
            />
          </label>
        </section>
      ))}
      {issues.map(({ message }) => (
        <p key={message} role="alert" className="settings-mistake">
          {message}
        </p>
      ))}
      <div className="settings-bar">
        <OffButton off={rules.length >= mostRules && 'most'} onClick={add}>
          {t('otherConfig.addRule')}
        </OffButton>
        <Permit code={otherConfigPage.button.save}>
          {(name) => (
            <Button
              type="primary"
              loading={saving}
              onClick={() => void save({ appId, rows: [{ id, version, value: value as ConfigValue, rules: [...rules] }] })}
            >
              {name}
            </Button>
          )}
        </Permit>
      </div>
    </Drawer>
  );
}
