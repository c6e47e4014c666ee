import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { platformText } from '../../common/platform-text.ts';
import type { pushLedger } from '../../common/push.contract.ts';
import { targetStates } from '../../common/words.ts';
import './pushes.css';

type Shown = Reply<typeof pushLedger>;

/** The four states as a bar, with their sum, and what they are made of. */
export function Ledger({ ledger }: { ledger: Shown }): ReactElement {
  const t = useT('public-pushes');
  const kit = useT('kit');
  const [language] = useLanguage();
  const number = (n: number): string => numberText(n, language);
  const sum = targetStates.map((state) => `${number(ledger[state])} ${t(`target.state.${state}`)}`).join(' + ');
  return (
    <section className="whk-panel psh-panel" aria-label={t('ledger.title')}>
      <div className="psh-bar" role="img" aria-label={`${number(ledger.targets)} = ${sum}`}>
        {targetStates.map(
          (state) => ledger[state] > 0 && <Part key={state} state={state} share={(ledger[state] * 100) / ledger.targets} />,
        )}
      </div>
      <ul className="psh-sum">
        <li>
          <strong>{number(ledger.targets)}</strong>
          {t('push.field.targets')}
        </li>
        {targetStates.map((state) => (
          <li key={state}>
            <i className={`psh-${state}`} aria-hidden="true" />
            <strong>{number(ledger[state])}</strong>
            {t(`target.state.${state}`)}
          </li>
        ))}
        <li>
          <strong>{number(ledger.reached)}</strong>
          {t('push.field.reached')}
        </li>
        <li>
          <strong>{number(ledger.read)}</strong>
          {t('push.field.read')}
        </li>
      </ul>
      <div className="psh-parts">
        <Parts
          title={t('ledger.reasons')}
          rows={ledger.reasons
            .filter(({ reason }) => reason !== '')
            .map(({ state, reason, count }) => [
              `${t(`target.state.${state}`)} · ${t(`target.reason.${reason || 'queued'}`)}`,
              number(count),
            ])}
        />
        <Parts
          title={t('ledger.departments')}
          rows={ledger.departments.map(({ name, delivered, failed, skipped, withheld }) => [
            name,
            `${number(delivered)} / ${number(delivered + failed + skipped + withheld)}`,
          ])}
        />
        <Parts
          title={t('ledger.languages')}
          rows={ledger.languages.map(({ key, delivered }) => [kit(`lang.${key}` as 'lang.zh_CN'), number(delivered)])}
        />
        <Parts title={t('ledger.terminals')} rows={ledger.terminals.map(({ key, count }) => [platformText(Number(key)), number(count)])} />
        <RecallParts recall={ledger.recall} />
      </div>
    </section>
  );
}

function Part({ state, share }: { state: string; share: number }): ReactElement {
  // Widths are set by the DOM: the policy forbids style attributes in markup.
  return <span className={`psh-${state}`} ref={(element) => void element?.style.setProperty('flex', `${share} 0 0`)} />;
}

function Parts({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RecallParts({ recall }: { recall: Shown['recall'] }): ReactElement | null {
  const t = useT('public-pushes');
  const [language] = useLanguage();
  const parts = ['ordered', 'server', 'terminal', 'notReached', 'unreachable'] as const;
  if (parts.every((part) => recall[part] === 0)) return null;
  return (
    <Parts
      title={t('ledger.recall')}
      rows={[
        ...parts
          .filter((part) => recall[part] > 0)
          .map((part) => [t(`target.recallState.${part}`), numberText(recall[part], language)] as const),
        [t('ledger.readBefore'), numberText(recall.readBefore, language)],
      ]}
    />
  );
}
