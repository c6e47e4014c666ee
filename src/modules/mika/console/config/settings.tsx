import { Button, Input, Select } from 'antd';
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useId, type ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { apiInterface } from '#modules/access/common/interface.contract.ts';
import type { LocalDraft } from '#kit/common/language.ts';
import { mikaSetting, type MikaSetting } from '../../common/setting.contract.ts';
import { fallbacks, mikaLimits } from '../../common/words.ts';
import { settingSubject } from '../subjects.ts';
import { changedAt, without, type InputOf } from './input-of.ts';
import { LocalLines } from './local-lines.tsx';

const F = fieldsOf(mikaSetting.update.input);

/** How mika is called, what it says first, and what it does when it has no answer. */
export function Settings(): ReactElement {
  const t = useT('mika');
  return (
    <SubjectContext value={settingSubject}>
      <SettingsPanel title={t('mikaSetting')} subject={settingSubject} get={mikaSetting.get} update={mikaSetting.update}>
        <SettingsGroup title={t('setting.first')}>
          <F.name as="local" />
          <F.wakeWord />
          <F.greeting as="local" wide />
          <F.suggestions wide>
            <Suggestions />
          </F.suggestions>
        </SettingsGroup>
        <SettingsGroup title={t('setting.last')}>
          <F.fallbackOrder wide>
            <Order />
          </F.fallbackOrder>
          <F.noAnswer as="local" wide />
          <F.fallbackScene as="text" />
          <F.fallbackInterface wide>
            <Fallback />
          </F.fallbackInterface>
        </SettingsGroup>
        <SettingsGroup title={t('setting.keep')}>
          <F.lowScore />
          <F.textDays />
          <F.askHelped />
        </SettingsGroup>
      </SettingsPanel>
    </SubjectContext>
  );
}

function Suggestions({ value = [], onChange, id }: InputOf<LocalDraft[]>): ReactElement {
  const t = useT('mika');
  return (
    <div id={id}>
      {value.map((one, at) => (
        <div key={at} className="mika-box">
          <LocalLines
            label={t('setting.suggestion', { n: at + 1 })}
            value={one}
            onChange={(next) => onChange?.(changedAt(value, at, { ...next, zh_CN: next.zh_CN ?? '' }))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('setting.removeSuggestion', { n: at + 1 })}
            onClick={() => onChange?.(without(value, at))}
          />
        </div>
      ))}
      {value.length < mikaLimits.suggestions && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange?.([...value, { zh_CN: '' }])}>
          {t('setting.addSuggestion')}
        </Button>
      )}
    </div>
  );
}

function Order({ value = [], onChange, id }: InputOf<MikaSetting['fallbackOrder']>): ReactElement {
  const t = useT('mika');
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      className="whk-picker"
      value={[...value]}
      options={fallbacks.map((one) => ({ value: one, label: t(`setting.fallback.${one}`) }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

type FallbackValue = MikaSetting['fallbackInterface'];

function Fallback({ value = null, onChange, id }: InputOf<FallbackValue>): ReactElement {
  const t = useT('mika');
  const own = useId();
  return (
    <>
      <ObjectPicker
        {...(id !== undefined && { id })}
        list={apiInterface.list}
        aria-label={t('setting.interfaceId')}
        placeholder={t('setting.noInterface')}
        value={value?.interfaceId ?? null}
        onChange={(next) =>
          onChange?.(typeof next === 'string' ? { interfaceId: next, param: value?.param ?? 'question', path: value?.path ?? '' } : null)
        }
      />
      {value && (
        <div className="mika-row">
          <div className="mika-field mika-grow">
            <label htmlFor={`${own}param`}>{t('setting.param')}</label>
            <Input id={`${own}param`} value={value.param} onChange={({ target }) => onChange?.({ ...value, param: target.value })} />
          </div>
          <div className="mika-field mika-grow">
            <label htmlFor={`${own}path`}>{t('setting.path')}</label>
            <Input id={`${own}path`} value={value.path} onChange={({ target }) => onChange?.({ ...value, path: target.value })} />
          </div>
        </div>
      )}
    </>
  );
}
