import { Alert, Checkbox, Radio } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { contactImpact } from '../../common/insight.contract.ts';
import { authRangePage, searchRangePage } from '../../common/permissions.ts';
import { contactRangeCount, contactRanges, contactRole, contactSaveRanges, type RangeRow } from '../../common/role.contract.ts';
import { contactRoleUserCounts } from '../../common/role-user.contract.ts';
import { exactFields, type ExactField } from '../../common/words.ts';
import './contacts.css';
import { RangeDepartments } from './range-departments.tsx';
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

/** What no longer exists gives nobody, and stays until somebody takes it out. */
const draftOf = ({ rows, sameAsAuth, exactMatch }: Ranges): RangeDraft => ({
  rows: rows.map(({ kind, objects, withBelow, exclude }) => ({ kind, ids: objects.map(({ id }) => id).toSorted(), withBelow, exclude })),
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
  const named = new Set(draft.rows.flatMap(({ ids }) => ids));
  const brokenIds = new Set(base.rows.flatMap(({ objects }) => objects.flatMap(({ id, broken }) => (broken && named.has(id) ? [id] : []))));
  const showTheirs = (): void => {
    clear();
    take();
    void invalidate(contactRanges);
  };
  return (
    <section className="contacts-panel">
      <Says ranges={base} rows={dirty && own ? draft.rows : undefined} />
      {brokenIds.size > 0 && <Alert type="warning" showIcon title={t('range.brokenCount', { count: brokenIds.size })} />}
      {kind === 'search' && (
        <Radio.Group
          aria-label={t('contactRole.field.searchRange')}
          disabled={!may}
          value={draft.sameAsAuth}
          options={[true, false].map((value) => ({ value, label: t(value ? 'range.sameAsAuth' : 'range.own') }))}
          onChange={(event) => change({ ...draft, sameAsAuth: event.target.value === true })}
        />
      )}
      {own && (
        <div className="contacts-beside">
          <RangeRows rows={draft.rows} broken={brokenIds} disabled={!may} onChange={(rows) => change({ ...draft, rows })} />
          <RangeDepartments rows={draft.rows} disabled={!may} onChange={(rows) => change({ ...draft, rows })} />
        </div>
      )}
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
          request={{ kind: 'range', range: kind, ...asked }}
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

/** The range in words and how many people are in it: as it is saved, or as it stands on screen. */
function Says({ ranges, rows }: { ranges: Ranges; rows: RangeRow[] | undefined }): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const settled = useSettled(rows);
  const draft = settled && isComplete(settled) ? settled : undefined;
  const { data } = useRead(contactRangeCount, { roleId: ranges.roleId, rows: draft ?? [] }, { enabled: draft !== undefined });
  const waiting = rows !== undefined && (rows !== settled || (draft !== undefined && !data));
  const { sentence, people, byHolder } = (rows && draft && data) ?? ranges;
  const count = t('range.people', { count: numberText(people, language) });
  return (
    <p className="contacts-says" role="status" aria-busy={waiting}>
      <strong>{sentence}</strong>{' '}
      <span className="contacts-soft">
        {byHolder && people === 0 ? t('range.byHolder') : count} {byHolder && people > 0 && t('range.alsoByHolder')}{' '}
        {rows && (waiting || !draft ? t('range.saved') : t('range.unsaved'))}
      </span>
    </p>
  );
}
