import { Alert, Descriptions, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { engineGet } from '../../common/engine.contract.ts';
import { engineHealth } from '../../common/service.contract.ts';
import './addresses.css';
import { EngineActions } from './engine-actions.tsx';

/** What carries the messages and how it is. */
export function EnginePanel(): ReactElement {
  const t = useT('message-addresses');
  const [language] = useLanguage();
  const engine = useRead(engineGet, {});
  const health = useRead(engineHealth, {});
  if (health.error) return <ErrorState error={health.error} retry={() => void health.refetch()} />;
  if (!engine.data || !health.data) return <WaitingForm lines={6} />;
  const { nodes, healthy, ms, messagesDay, lastAt, outbox } = health.data;
  return (
    <section aria-label={t('tab.engine')}>
      {engine.data.pausedUntil !== null && (
        <Alert
          type="warning"
          showIcon
          title={t('engine.paused', { until: timeText(engine.data.pausedUntil, language) })}
          description={engine.data.pauseReason}
        />
      )}
      <EngineActions engine={engine.data} />
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'driver', label: t('engine.driver'), children: t(`engine.driver.${engine.data.driver}`) },
          {
            key: 'health',
            label: t('field.enabled'),
            children: <Tag color={healthy ? 'success' : 'error'}>{t(healthy ? 'engine.healthy' : 'engine.behind')}</Tag>,
          },
          { key: 'ms', label: t('engine.ms'), children: t('engine.millis', { ms: numberText(ms, language) }) },
          { key: 'day', label: t('engine.day'), children: numberText(messagesDay, language) },
          { key: 'last', label: t('engine.last'), children: lastAt === null ? t('engine.never') : timeText(lastAt, language) },
          { key: 'ping', label: t('imEngine.field.pingSeconds'), children: numberText(engine.data.pingSeconds, language) },
          { key: 'outbox', label: t('engine.outbox'), children: numberText(outbox, language) },
          {
            key: 'capabilities',
            label: t('engine.capabilities'),
            span: 'filled',
            children: engine.data.capabilities.map((one) => <Tag key={one}>{t(`engine.capability.${one}`)}</Tag>),
          },
        ]}
      />
      <h3>{t('engine.nodes')}</h3>
      {nodes.length === 0 ? (
        <p>{t('engine.noNodes')}</p>
      ) : (
        <ul className="ma-nodes">
          {nodes.map((node) => (
            <li key={node.id}>
              <strong>{node.name}</strong>
              <span>{t('engine.node', { connections: node.connections, since: timeText(node.startedAt, language) })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
