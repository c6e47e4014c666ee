import { useId, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { crowdExplain } from '../../common/crowd-people.contract.ts';
import { crowdCatalogue, type CrowdDetail } from '../../common/crowd.contract.ts';
import { useClauseWords } from '../rule/clause-words.ts';
import { RuleView } from '../rule/rule-view.tsx';
import type { Catalogue } from '../rule/value-shape.ts';

/** The rule in words, and for a chosen person why it holds or does not. */
export function WhyTab({ crowd }: { crowd: CrowdDetail }): ReactElement {
  const t = useT('user-centre');
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const person = search.get('person') ?? undefined;
  const catalogue = useRead(crowdCatalogue, {});
  const choose = (picked: unknown): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (typeof picked === 'string') next.set('person', picked);
        else next.delete('person');
        return next;
      },
      { replace: true },
    );
  return (
    <section className="whk-panel cr-why">
      <div className="cr-whom">
        <label htmlFor={id}>{t('crowd.why.whom')}</label>
        <EmployeePicker id={id} value={person ?? null} onChange={choose} />
      </div>
      {catalogue.error && <ErrorState error={catalogue.error} retry={() => void catalogue.refetch()} />}
      {catalogue.isPending && <WaitingForm lines={5} />}
      {catalogue.data && person === undefined && <Rule crowd={crowd} catalogue={catalogue.data} told={undefined} />}
      {catalogue.data && person !== undefined && <Reasons crowd={crowd} catalogue={catalogue.data} person={person} />}
    </section>
  );
}

interface ReasonsProps {
  crowd: CrowdDetail;
  catalogue: Catalogue;
  person: string;
}

function Reasons({ crowd, catalogue, person }: ReasonsProps): ReactElement {
  const t = useT('user-centre');
  const { data, error, refetch } = useRead(crowdExplain, { crowdId: crowd.id, empId: person });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={5} />;
  return (
    <>
      <p className="cr-answer" role="status" data-member={data.member}>
        <strong>{t(data.member ? 'crowd.why.member' : 'crowd.why.noMember')}</strong> {t(`crowd.why.by.${data.by}`)}
        {data.member !== data.wanted && <span> {t(data.wanted ? 'crowd.why.willJoin' : 'crowd.why.willLeave')}</span>}
      </p>
      <Rule crowd={crowd} catalogue={catalogue} told={data} />
    </>
  );
}

interface RuleProps {
  crowd: CrowdDetail;
  catalogue: Catalogue;
  told: Reply<typeof crowdExplain> | undefined;
}

function Rule({ crowd, catalogue, told }: RuleProps): ReactElement | null {
  const t = useT('user-centre');
  const wordsOf = useClauseWords(catalogue, crowd.named);
  if (!crowd.conditions) return told ? null : <p className="cr-soft">{t('crowd.why.fixed')}</p>;
  const judged = told && new Map(told.clauses.map((one) => [one.place, one]));
  return <RuleView rule={crowd.conditions} wordsOf={wordsOf} judged={judged} />;
}
