import type { ReactElement } from 'react';
import { Select } from 'antd';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { nodeList, settingGet, settingUpdate } from '../../common/setting.contract.ts';
import { gatewaySettingSubject } from '../subjects.ts';
import './access.css';

const F = fieldsOf(settingUpdate.input);

/** What holds for every interface. */
export function GatewaySettings(): ReactElement {
  const t = useT('access');
  return (
    <SubjectContext value={gatewaySettingSubject}>
      <SettingsPanel title={t('gatewaySetting')} subject={gatewaySettingSubject} get={settingGet} update={settingUpdate}>
        <SettingsGroup title={t('setting.calls')}>
          <F.timeoutMs />
          <F.maxInBytes />
        </SettingsGroup>
        <SettingsGroup title={t('setting.log')}>
          <F.logLevel />
          <F.maskNames wide help={t('setting.maskHelp')}>
            <NamesInput />
          </F.maskNames>
        </SettingsGroup>
      </SettingsPanel>
    </SubjectContext>
  );
}

function NamesInput({ id, value, onChange }: { id?: string; value?: string[]; onChange?: (value: string[]) => void }): ReactElement {
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ' ', ';']}
      value={value ?? []}
      onChange={(names: string[]) => onChange?.(names)}
    />
  );
}

/** Processes that answer calls. */
export function GatewayNodes(): ReactElement {
  const t = useT('access');
  const [language] = useLanguage();
  const read = useRead(nodeList, {}, { every: 5_000 });
  if (read.data?.list.length === 0) return <p className="acc-soft">{t('nodes.empty')}</p>;
  const columns = ['node', 'current', 'calls', 'flight', 'waiting', 'loop', 'seen'] as const;
  return (
    <table className="acc-keys whk-stacked">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column}>{t(`nodes.${column}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {read.data?.list.map((one) => (
          <tr key={one.node}>
            <td data-label={t('nodes.node')}>{one.node}</td>
            <td data-label={t('nodes.current')}>{t(one.current ? 'nodes.isCurrent' : 'nodes.isBehind')}</td>
            <td data-label={t('nodes.calls')}>{numberText(one.callsPerSecond, language)}</td>
            <td data-label={t('nodes.flight')}>{numberText(one.inFlight, language)}</td>
            <td data-label={t('nodes.waiting')}>{numberText(one.waiting, language)}</td>
            <td data-label={t('nodes.loop')}>{t('step.ms', { ms: one.loopMs })}</td>
            <td data-label={t('nodes.seen')}>{timeText(one.seenAt, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
