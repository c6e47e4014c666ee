import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '#kit/console/action/use-may.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { conversionList, convertParamChange, convertParamGet, convertParamUpdate, convertTest } from '../common/conversion.contract.ts';
import './components/conversion.css';
import { convertParam } from './subjects.ts';

const QueuePanel = later('conversion-queue', async () => (await import('./components/queue-panel.tsx')).QueuePanel);
const TrialButton = later('conversion-trial', async () => (await import('./components/trial.tsx')).TrialButton);

const F = fieldsOf(convertParamChange);

/** How files are converted, and what waits or was converted. */
export default function ParamsPage(): ReactElement {
  const t = useT('conversion');
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'queue' && may(conversionList) ? 'queue' : 'params';
  return (
    <>
      <div className="wcv-bar">
        <Segmented<'params' | 'queue'>
          aria-label={t('tab.label')}
          value={tab}
          options={(may(conversionList) ? (['params', 'queue'] as const) : (['params'] as const)).map((value) => ({
            value,
            label: t(`tab.${value}`),
          }))}
          onChange={(next) => setSearch(next === 'params' ? {} : { tab: next })}
        />
        {may(convertTest) && <TrialButton />}
      </div>
      {tab === 'queue' ? <QueuePanel /> : <Params />}
    </>
  );
}

function Params(): ReactElement {
  const t = useT('conversion');
  return (
    <SubjectContext value={convertParam}>
      <SettingsPanel title={t('param')} subject={convertParam} get={convertParamGet} update={convertParamUpdate}>
        <SettingsGroup title={t('param.limits')}>
          <F.workers />
          <F.timeout />
          <F.memory />
          <F.maxSize />
          <F.maxPages />
        </SettingsGroup>
        <SettingsGroup title={t('palette.pages')}>
          <F.dpi />
          <F.types wide as="checks" />
        </SettingsGroup>
        <SettingsGroup title={t('param.cache')}>
          <F.cacheGiB />
          <F.cacheDays />
        </SettingsGroup>
      </SettingsPanel>
    </SubjectContext>
  );
}
