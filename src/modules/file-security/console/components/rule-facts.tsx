import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { fileRule } from '../../common/file-rule.contract.ts';
import './file-security.css';

const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;

/** A file rule with what it says and what is odd about it. */
export function RuleFacts({ object }: { object: object }): ReactElement | null {
  const t = useT('file-security');
  const rule = fileRule.detail.safeParse(object).data;
  if (!rule) return null;
  const windowText = ({ days, from, to, zone }: NonNullable<typeof rule.window>): string =>
    `${weekDays
      .filter((day) => days.includes(day))
      .map((day) => t(`window.day.${day}`))
      .join(t('sentence.and'))} ${from}–${to} (${zone})`;
  return (
    <>
      {rule.warnings.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('fileRule.field.warnings')}
          description={
            <ul className="fs-lines">
              {rule.warnings.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          }
        />
      )}
      <Facts
        row={rule}
        facts={[
          { name: 'sentence', show: (row) => row.sentence },
          { name: 'effect', as: 'enum' },
          { name: 'mode', as: 'enum' },
          { name: 'place', as: 'enum' },
          {
            name: 'platforms',
            always: true,
            show: (row) =>
              row.platforms.length === 0
                ? t('fileRule.anyPlatform')
                : platforms
                    .filter((one) => row.platforms.includes(one))
                    .map((one) => platformNames[one])
                    .join(' · '),
          },
          {
            name: 'window',
            always: true,
            show: ({ window }) => (window ? windowText(window) : t('window.always')),
          },
          { name: 'hits', show: ({ hits }) => t('fileRule.hitsText', hits) },
          { name: 'until', as: 'time' },
          {
            name: 'message',
            show: ({ message }) => Object.values(message ?? {}).join(' · '),
          },
          { name: 'note' },
          { name: 'enabled', as: 'enum' },
        ]}
      />
    </>
  );
}
