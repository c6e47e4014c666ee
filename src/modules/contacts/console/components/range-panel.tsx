import { Alert, Checkbox, Radio } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { contactImpact } from '../../common/insight.contract.ts';
import { authRangePage, searchRangePage } from '../../common/permissions.ts';
import { contactRanges, contactRole, contactSaveRanges, type RangeRow } from '../../common/role.contract.ts';
import { contactRoleUserCounts } from '../../common/role-user.contract.ts';
import { exactFields, type ExactField } from '../../common/words.ts';
import './contacts.css';
import { isComplete, RangeRows } from './range-rows.tsx';
import { SaveFoot } from './save-foot.tsx';
import { useDraft } from './use-draft.ts';

type Ranges = Reply<typeof contactRanges>;
type Kind = Ranges['kind'];

/** What holders of the chosen role see in the tree, or find by search. */
export function RangePanel({ kind }: { kind: Kind }): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <Stored key={`${roleId} ${kind}`} roleId={roleId} kind={kind} />;
}

function Stored({ roleId, kind }: { roleId: string; kind: Kind }): ReactElement {
  const { data, error, refetch } = useRead(contactRanges, { roleId, kind });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <RangeForm stored={data} /> : <WaitingForm />;
}

interface RangeDraft {
  rows: RangeRow[];
  sameAsAuth: boolean;
  exactMatch: ExactField[];
}

/** What no longer exists gives nobody and is left out of what is saved next. */
const draftOf = ({ rows, sameAsAuth, exactMatch }: Ranges): RangeDraft => ({
  rows: rows.map(({ kind, objects, withBelow, exclude }) => ({
    kind,
    ids: objects
      .filter(({ broken }) => !broken)
      .map(({ id }) => id)
      .toSorted(),
    withBelow,
    exclude,
  })),
  sameAsAuth,
  exactMatch: [...exactMatch].toSorted(),
});

function RangeForm({ stored }: { stored: Ranges }): ReactElement {
  const t = useT('contacts');
  const { base, draft, dirty, change, reset, take } = useDraft(stored, draftOf);
  const { roleId, kind } = base;
  const may = useCan()((kind === 'auth' ? authRangePage : searchRangePage).button.save);
  const { save, saving, conflict, clear } = useSave(contactSaveRanges, {
    invalidates: [contactRanges, contactRole.list, contactRole.find, contactImpact, contactRoleUserCounts],
    onSaved: take,
  });
  const asked = { roleId, rows: draft.rows, sameAsAuth: draft.sameAsAuth, ...(kind === 'search' && { exactMatch: draft.exactMatch }) };
  const own = kind === 'auth' || !draft.sameAsAuth;
  const showTheirs = (): void => {
    clear();
    take();
    void invalidate(contactRanges);
  };
  return (
    <section className="contacts-panel">
      <Says ranges={base} dirty={dirty} />
      {kind === 'search' && (
        <Radio.Group
          aria-label={t('contactRole.field.searchRange')}
          disabled={!may}
          value={draft.sameAsAuth}
          options={[true, false].map((value) => ({ value, label: t(value ? 'range.sameAsAuth' : 'range.own') }))}
          onChange={(event) => change({ ...draft, sameAsAuth: event.target.value === true })}
        />
      )}
      {own && <RangeRows rows={draft.rows} disabled={!may} onChange={(rows) => change({ ...draft, rows })} />}
      {kind === 'search' && (
        <div className="contacts-exact">
          <h3>{t('contactRole.field.exactMatch')}</h3>
          <p className="contacts-soft">{t('range.exactHelp')}</p>
          <Checkbox.Group
            disabled={!may}
            value={draft.exactMatch}
            options={exactFields.map((value) => ({ value, label: t(`field.${value}`) }))}
            onChange={(values) => change({ ...draft, exactMatch: values.toSorted() })}
          />
        </div>
      )}
      {may && (
        <SaveFoot
          dirty={dirty}
          saving={saving}
          overtaken={conflict !== undefined}
          complete={!own || isComplete(draft.rows)}
          wish={{ kind: 'range', range: kind, ...asked }}
          onSave={async (expect) => {
            const saved = await save({ ...asked, kind, version: base.version, expect });
            if (!saved) await invalidate(contactImpact);
            return saved !== undefined;
          }}
          onReset={reset}
          onTake={showTheirs}
        />
      )}
    </section>
  );
}

function Says({ ranges, dirty }: { ranges: Ranges; dirty: boolean }): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const broken = ranges.rows.flatMap(({ objects }) => objects).filter((one) => one.broken).length;
  return (
    <>
      <p className="contacts-says">
        <strong>{ranges.sentence}</strong>{' '}
        <span className="contacts-soft">
          {ranges.people === null ? t('range.byHolder') : t('range.people', { count: numberText(ranges.people, language) })}{' '}
          {dirty && t('range.saved')}
        </span>
      </p>
      {broken > 0 && <Alert type="warning" showIcon title={t('range.brokenCount', { count: broken })} />}
    </>
  );
}
