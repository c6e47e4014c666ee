import type { ReactElement } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ObjectPage } from '#kit/console/object/object-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { Reply } from '#kit/common/contract.ts';
import { pushGet, pushLedger } from '../common/push.contract.ts';
import { pushDetailPage, pushLogPage } from '../common/permissions.ts';
import { Ledger } from './components/ledger.tsx';
import { PushActions } from './components/push-actions.tsx';
import { PushStateTag } from './components/push-state.tsx';
import { AudienceWords } from './components/push-wizard.tsx';
import { TargetList } from './components/target-list.tsx';
import { PushTimeline } from './components/timeline.tsx';
import { pushSubject } from './subjects.ts';

type Push = Reply<typeof pushGet>;
const lookMillis = 3_000;
const resting: readonly string[] = ['finished', 'cancelled', 'recalled', 'refused'];
/** Whether nothing changes any more by itself; so it is taken until the state is known. */
const restsIn = (state: string | undefined): boolean => state === undefined || resting.includes(state);

/** The ledger of one push: who got it, who did not and why, what came of it. */
export default function PushDetailPage(): ReactElement {
  const t = useT('public-pushes');
  const navigate = useNavigate();
  const [language] = useLanguage();
  const { pushId = '', snoId = '' } = useParams();
  const read = useRead(pushGet, { id: pushId });
  useRead(pushGet, { id: pushId }, { every: restsIn(read.data?.state) ? false : lookMillis });
  const ledger = useRead(pushLedger, { id: pushId });
  // It is asked until it says itself that the push rests: the push may have come to rest between two readings.
  useRead(pushLedger, { id: pushId }, { every: restsIn(ledger.data?.state) ? false : lookMillis });
  return (
    <ObjectPage
      subject={pushSubject}
      read={read}
      back={{ label: t('detail.back'), go: () => void navigate(`${pushLogPage.route}?snoId=${snoId}`) }}
      head={(push: Push) => ({
        name: pick(push.title, language),
        state: <PushStateTag state={push.state} pauseReason={push.pauseReason} />,
      })}
      actions={(push) => <PushActions push={push} />}
      notice={() => ledger.data && <Ledger ledger={ledger.data} />}
      tabs={(push) => [
        { key: 'targets', label: t('detail.targets'), count: ledger.data?.targets, children: <TargetList pushId={push.id} /> },
        { key: 'facts', label: t('detail.facts'), children: <PushFacts push={push} /> },
        { key: 'timeline', label: t('detail.timeline'), children: <PushTimeline id={push.id} /> },
        { key: 'waves', label: t('detail.waves'), count: push.waves.length, children: <Waves push={push} /> },
      ]}
    />
  );
}

function PushFacts({ push }: { push: Push }): ReactElement {
  const t = useT('public-pushes');
  const [language] = useLanguage();
  return (
    <section className="whk-panel psh-panel" aria-label={t('detail.facts')}>
      <h3>{t('wizard.audience')}</h3>
      <AudienceWords audience={push.audience} />
      <p>{t('detail.expected', { n: numberText(push.expected, language) })}</p>
      <h3>{t('check.comments')}</h3>
      <p>{t(`comments.${push.commentPolicy.mode}`)}</p>
      <h3>{t('detail.by')}</h3>
      <p>{[push.createdByName, push.approvedByName].filter((name) => name !== '').join(' · ')}</p>
      {push.reason !== '' && <p>{push.reason}</p>}
      {push.recall && (
        <>
          <h3>{t('ledger.recall')}</h3>
          <p>{`${push.recall.byName} · ${push.recall.reason}`}</p>
        </>
      )}
    </section>
  );
}

/** Waves of a push in their order. */
function Waves({ push }: { push: Push }): ReactElement {
  const t = useT('public-pushes');
  const [language] = useLanguage();
  const number = (n: number): string => numberText(n, language);
  return (
    <section className="whk-panel psh-panel" aria-label={t('detail.waves')}>
      <table className="whk-stacked">
        <thead>
          <tr>
            <th scope="col">{t('detail.wave')}</th>
            <th scope="col">{t('field.state')}</th>
            <th scope="col">{t('push.field.targets')}</th>
            <th scope="col">{t('target.state.delivered')}</th>
          </tr>
        </thead>
        <tbody>
          {push.waves.map((wave) => (
            <tr key={wave.id}>
              <td data-label={t('detail.wave')}>
                <Link to={(pushDetailPage.route ?? '').replace(':pushId', wave.id).replace(':snoId', push.snoId)}>
                  {wave.scope === null ? t('detail.first') : t('push.wave', { n: wave.wave, scope: t(`push.scope.${wave.scope}`) })}
                </Link>
              </td>
              <td data-label={t('field.state')}>{t(`push.state.${wave.state}`)}</td>
              <td data-label={t('push.field.targets')}>{number(wave.targets)}</td>
              <td data-label={t('target.state.delivered')}>{number(wave.delivered)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
