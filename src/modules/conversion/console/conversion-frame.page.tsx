import type { ReactElement } from 'react';
import { bytesText, numberText, timeText } from '#kit/console/table/formats.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { convertParamGet } from '../common/conversion.contract.ts';
import { conversionPage } from '../common/permissions.ts';
import './components/conversion.css';

/** Frame of file conversion: what converts, and what waits. */
export default function ConversionFramePage(): ReactElement {
  const t = useT('conversion');
  const title = useCodeName(conversionPage.code);
  const may = useMay();
  return (
    <>
      <PageHeader title={title} help={t('frame.help')} />
      {may(convertParamGet) && <Strip />}
      <NestedTabs page={conversionPage.code.replaceAll('_', '-')} />
    </>
  );
}

function Strip(): ReactElement {
  const t = useT('conversion');
  const [language] = useLanguage();
  const { data } = useRead(convertParamGet, {});
  if (!data) return <div className="wcv-strip" aria-busy="true" />;
  const { strip, engines, isolated } = data;
  const number = (value: number): string => numberText(value, language);
  const figures = [
    {
      key: 'waiting',
      value: number(strip.waiting),
      note: strip.oldest === null ? undefined : t('strip.oldest', { time: timeText(strip.oldest, language) }),
    },
    { key: 'running', value: number(strip.running) },
    { key: 'failed', value: number(strip.failedDay) },
    { key: 'quarantined', value: number(strip.quarantined) },
    { key: 'cache', value: bytesText(strip.cacheBytes, language), note: t('strip.cached', { count: number(strip.cached) }) },
  ] as const;
  return (
    <>
      <dl className="wcv-strip">
        {engines.map(({ engine, version, package: name }) => (
          <div key={engine} data-missing={version === null}>
            <dt>{t(`strip.engine.${engine}`)}</dt>
            <dd>{version === null ? t('strip.missing', { package: name }) : <strong>{version}</strong>}</dd>
          </div>
        ))}
        {figures.map(({ key, value, ...more }) => (
          <div key={key}>
            <dt>{t(`strip.${key}`)}</dt>
            <dd>
              <strong>{value}</strong> {'note' in more && more.note !== undefined && <small>{more.note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="wcv-soft">{t(isolated ? 'strip.isolated' : 'strip.notIsolated')}</p>
    </>
  );
}
