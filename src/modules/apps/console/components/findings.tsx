import type { ReactElement } from 'react';
import { Tag } from 'antd';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import type { VersionFinding } from '../../common/version.contract.ts';
import '../apps.css';

const colours = { ok: 'blue', warn: 'gold', stop: 'error' } as const;

/** What was found about a package: what stops it first. */
export function Findings({ findings }: { findings: readonly VersionFinding[] }): ReactElement {
  const t = useT('apps');
  const [language] = useLanguage();
  const order = { stop: 0, warn: 1, ok: 2 };
  const sorted = findings.toSorted((one, other) => order[one.level] - order[other.level]);
  const textOf = ({ code, params }: VersionFinding): string => {
    const text = textIfAny('apps', `check.${code}`) ?? code;
    return text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      name === 'at' ? timeText(Number(params['at']), language) : String(params[name] ?? ''),
    );
  };
  if (sorted.length === 0) return <span>{t('check.none')}</span>;
  return (
    <ul className="apps-findings">
      {sorted.map((finding) => (
        <li key={finding.code}>
          <Tag color={colours[finding.level]}>{`${t(`level.${finding.level}`)} · ${textOf(finding)}`}</Tag>
        </li>
      ))}
    </ul>
  );
}
