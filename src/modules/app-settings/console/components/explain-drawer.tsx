import { Drawer, Input, Select } from 'antd';
import { Fragment, useState, type ReactElement } from 'react';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { otherConfigExplain } from '../../common/other-config.contract.ts';
import { useValueText } from './value-text.ts';
import './settings.css';

/** What somebody's terminal would get of each setting, and which rule decides. */
export function ExplainDrawer({ appId, onClose }: { appId: string; onClose: () => void }): ReactElement {
  const t = useT('app-settings');
  const kit = useT('kit');
  const narrow = useNarrow();
  const textOf = useValueText();
  const [empId, setEmpId] = useState<string | null>(null);
  const [platform, setPlatform] = useState<Platform>(2);
  const [buildNo, setBuildNo] = useState('');
  const { data } = useRead(otherConfigExplain, { appId, empId: empId ?? '', platform, buildNo }, { enabled: empId !== null });
  return (
    <Drawer
      open
      title={t('otherConfig.explain')}
      size={narrow ? '100%' : 560}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      <div className="settings-line">
        <EmployeePicker
          aria-label={t('otherConfig.explainPerson')}
          placeholder={t('otherConfig.explainPerson')}
          value={empId}
          onChange={(picked) => setEmpId(typeof picked === 'string' ? picked : null)}
        />
        <Select
          aria-label={t('field.platforms')}
          value={platform}
          options={platforms.map((value) => ({ value, label: platformNames[value] }))}
          onChange={setPlatform}
        />
        <Input
          aria-label={t('otherConfig.explainBuild')}
          placeholder={t('otherConfig.explainBuild')}
          className="settings-build"
          maxLength={84}
          value={buildNo}
          onChange={({ target }) => setBuildNo(target.value.trim())}
        />
      </div>
      {data && (
        <dl className="settings-explain">
          {data.list.map(({ id, name, value, rule }) => (
            <Fragment key={id}>
              <dt>{name}</dt>
              <dd>{textOf(value)}</dd>
              <dd className="settings-hint">{rule === null ? t('otherConfig.byDefault') : t('otherConfig.byRule', { no: rule })}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </Drawer>
  );
}
