import { Button, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsHistory, SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { subject } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { robotSettingGet, robotSettingTest, robotSettingUpdate } from '../../common/setting/setting.contract.ts';
import { robotSettingNames, type RobotSettingName } from '../../common/setting/values.ts';
import { useRobotPlace } from '../frame/robot-place.ts';
import { CalendarInput, QuietInput, YesNoInput } from './setting-inputs.tsx';

const F = fieldsOf(robotSettingUpdate.input);
const settingSubject = subject('robots', 'robotSetting');
type Stored = Reply<typeof robotSettingGet>;

/** What is set for robots: on the site, or for the company that is chosen, which narrows it. */
export default function CommonSettingPage(): ReactElement {
  const { frame, companyDeptId } = useRobotPlace();
  const title = useCodeName(frame.commonSetting.code);
  const target = { companyDeptId: companyDeptId ?? null };
  return (
    <>
      {companyDeptId === undefined && (
        <div className="rb-tools">
          <SettingsHistory subject={settingSubject} get={robotSettingGet} title={title} target={target} />
        </div>
      )}
      <SettingsPanel
        key={companyDeptId ?? ''}
        title={title}
        subject={settingSubject}
        get={robotSettingGet}
        update={robotSettingUpdate}
        target={target}
        valuesOf={(stored) => Object.fromEntries(robotSettingNames.map((name) => [name, stored[name]]))}
      >
        {(stored: Stored) => <Fields stored={stored} />}
      </SettingsPanel>
    </>
  );
}

const numbers = ['maxPerPerson', 'maxPerGroup', 'rate'] as const;
const lives = ['keyLifeDays', 'unusedDays', 'logDays'] as const;

function Fields({ stored }: { stored: Stored }): ReactElement {
  const t = useT('robots');
  const isCompany = stored.companyDeptId !== null;
  const { above } = stored;
  /** Where the value comes from that holds now. */
  const origin = (name: RobotSettingName): { help?: string } => {
    if (!isCompany) return {};
    const from = stored.origins[name];
    if (from?.companyDeptId === stored.companyDeptId) return { help: t('setting.own') };
    return { help: from?.companyDeptId ? t('setting.from', { name: from.name }) : t('setting.fromSite') };
  };
  const shown = (name: (typeof numbers)[number] | (typeof lives)[number]) =>
    isCompany ? { placeholder: String(above[name]), ...origin(name) } : {};
  const yesNo = (name: 'approveNew' | 'approveReadAll' | 'label') => (isCompany ? <YesNoInput above={above[name]} /> : undefined);
  return (
    <>
      <SettingsGroup title={t('setting.who')} hint={isCompany ? t('setting.companyHint') : undefined}>
        <F.whoCreates {...origin('whoCreates')} />
        <F.approveNew {...origin('approveNew')}>{yesNo('approveNew')}</F.approveNew>
        <F.approveReadAll {...origin('approveReadAll')}>{yesNo('approveReadAll')}</F.approveReadAll>
      </SettingsGroup>
      <SettingsGroup title={t('limit.title')}>
        <F.maxPerPerson {...shown('maxPerPerson')} />
        <F.maxPerGroup {...shown('maxPerGroup')} />
        <F.rate {...shown('rate')} />
        <F.hosts wide help={t('setting.hostsHint')} />
      </SettingsGroup>
      <SettingsGroup title={t('setting.time')} hint={t('setting.timeHint')}>
        <F.calendar wide {...origin('calendar')}>
          <CalendarInput closedOnly={isCompany} />
        </F.calendar>
        <F.quietHours {...origin('quietHours')}>
          <QuietInput />
        </F.quietHours>
      </SettingsGroup>
      <SettingsGroup title={t('setting.texts')}>
        <F.label {...origin('label')}>{yesNo('label')}</F.label>
        <F.labelText wide as="local" {...origin('labelText')} />
      </SettingsGroup>
      <SettingsGroup title={t('setting.keeping')}>
        <F.keyLifeDays {...shown('keyLifeDays')} />
        <F.unusedDays {...shown('unusedDays')} />
        <F.logDays {...shown('logDays')} />
      </SettingsGroup>
      <Effect companyDeptId={stored.companyDeptId} />
    </>
  );
}

type Effects = Reply<typeof robotSettingTest>;
const effects = ['robots', 'owners', 'groups', 'hosts', 'keys'] as const;

/** What the values on screen would touch, before they are saved. */
function Effect({ companyDeptId }: { companyDeptId: string | null }): ReactElement | null {
  const t = useT('robots');
  const [language] = useLanguage();
  const form = Form.useFormInstance<Record<string, unknown>>();
  const { granted, name } = useActionName(robotSettingTest);
  const [found, setFound] = useState<Effects>();
  const [asking, setAsking] = useState(false);
  if (!granted) return null;
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      const values = form.getFieldsValue(true) as Record<string, unknown>;
      const input = Object.fromEntries(robotSettingNames.flatMap((one) => (one in values ? [[one, values[one]]] : [])));
      setFound(await call(robotSettingTest, { companyDeptId, ...input }));
    } finally {
      setAsking(false);
    }
  };
  return (
    <section aria-label={name}>
      <Button loading={asking} onClick={() => void ask().catch(() => setFound(undefined))}>
        {name}
      </Button>
      {found && (
        <ul className="rb-facts">
          {effects.map((one) => (
            <li key={one}>
              <span>{t(`setting.effect.${one}`)}</span>
              <strong>{numberText(found[one], language)}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
