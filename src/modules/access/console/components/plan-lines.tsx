import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { ImportLine } from '../../common/transfer.contract.ts';
import './access.css';

/** What would become of each interface. */
export function PlanLines({ lines }: { lines: readonly ImportLine[] }): ReactElement {
  const t = useT('access');
  return (
    <table className="acc-keys whk-stacked">
      <tbody>
        {lines.map((line, at) => (
          // Two lines may have one path, of which the second is refused.
          <tr key={`${line.path} ${at}`}>
            <td data-label={t('field.path')}>{line.path}</td>
            <td data-label={t('field.result')} className={line.action === 'refused' ? 'acc-wrong' : undefined}>
              {t(`import.action.${line.action}`)}
            </td>
            <td data-label={t('page.details')}>{line.detail}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
