import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { segmentLimit } from '../../common/segment-limit.contract.ts';
import './enterprise.css';
import { Hits } from './hits.tsx';
import { AddressTester } from './segment-tools.tsx';
import { windowText } from './window-input.tsx';

/** A segment limit with what is odd about it. */
export function SegmentFacts({ object }: { object: object }): ReactElement | null {
  const t = useT('enterprise');
  const limit = segmentLimit.detail.safeParse(object).data;
  if (!limit) return null;
  return (
    <>
      {limit.notes.length > 0 && (
        <Alert
          className="enterprise-notes"
          type="warning"
          showIcon
          title={t('segmentLimit.notes')}
          description={
            <ul className="enterprise-lines">
              {limit.notes.map(({ kind, other }) => (
                <li key={`${kind} ${other}`}>{t(`segmentLimit.note.${kind}`, { other })}</li>
              ))}
            </ul>
          }
        />
      )}
      <AddressTester segments={limit.segments} />
      <Facts
        row={limit}
        facts={[
          { name: 'effect', as: 'enum' },
          { name: 'actions', show: (row) => row.actions.map((action) => t(`segmentLimit.actions.${action}`)).join(' · ') },
          {
            name: 'terminalTypes',
            show: (row) =>
              platforms
                .filter((one) => row.terminalTypes.includes(one))
                .map((one) => t(`platform.${one}`))
                .join(' · '),
          },
          { name: 'window', always: true, show: (row) => windowText(row.window, t) },
          { name: 'priority', as: 'number' },
          { name: 'enabled', as: 'enum' },
          { name: 'hits', show: (row) => <Hits hits={row.hits} /> },
          {
            name: 'segments',
            show: (row) => (
              <ul className="enterprise-lines">
                {row.segments.map(({ value, note }, at) => (
                  <li key={`${at} ${value}`}>
                    <code>{value}</code>
                    {note && <small>{note}</small>}
                  </li>
                ))}
              </ul>
            ),
          },
          { name: 'updatedAt', as: 'time' },
        ]}
      />
    </>
  );
}
