import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { fieldList, fieldReset, fieldSave, type ContactField } from '../common/field.contract.ts';
import { contactImpact } from '../common/insight.contract.ts';
import './components/contacts.css';
import { FieldFilters, fits, type FieldFilter } from './components/field-filters.tsx';
import { FieldTable } from './components/field-table.tsx';
import { PlacesSketch } from './components/field-words.tsx';
import { SaveFoot } from './components/save-foot.tsx';
import { useDraft } from './components/use-draft.ts';

const FieldDrawer = later('contact-field', async () => (await import('./components/field-drawer.tsx')).FieldDrawer);

type FieldSet = Reply<typeof fieldList>;

/** Which fields of a person are shown where, and to whom. */
export default function GeneralFieldsPage(): ReactElement {
  const { data, error, refetch } = useRead(fieldList, {});
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <FieldsForm stored={data} /> : <WaitingForm lines={8} />;
}

const draftOf = ({ fields }: FieldSet): ContactField[] => fields;

function moved(fields: readonly ContactField[], field: ContactField, by: -1 | 1): ContactField[] {
  const rest = fields.filter((one) => one !== field);
  return rest.toSpliced(fields.indexOf(field) + by, 0, field);
}

function FieldsForm({ stored }: { stored: FieldSet }): ReactElement {
  const { base, draft, dirty, change, reset, take } = useDraft(stored, draftOf);
  const [filter, setFilter] = useState<FieldFilter>({ text: '' });
  const [open, setOpen] = useState<string>();
  const may = useMay()(fieldSave);
  const readings = [fieldList, contactImpact];
  const { save, saving, issues, conflict, clear } = useSave(fieldSave, { invalidates: readings, onSaved: take });
  const factsOf = ({ fieldKey }: ContactField) => base.catalogue.find((one) => one.fieldKey === fieldKey);
  const nameOf = (field: ContactField): string => factsOf(field)?.name ?? field.fieldKey;
  const shown = draft.filter((field) => fits(filter, field, nameOf(field)));
  const edited = draft.find(({ fieldKey }) => fieldKey === open);
  const facts = edited && factsOf(edited);
  return (
    <section className="contacts-panel">
      <div className="contacts-tools">
        <FieldFilters value={filter} onChange={setFilter} />
        <ActionButton endpoint={fieldReset} input={{ version: base.version }} confirm="ask" invalidates={readings} onDone={take} />
      </div>
      <div className="contacts-beside">
        <div>
          <FieldTable
            fields={shown}
            factsOf={factsOf}
            disabled={!may}
            filtered={shown.length < draft.length}
            onOpen={({ fieldKey }) => setOpen(fieldKey)}
            onMove={(field, by) => change(moved(draft, field, by))}
          />
          {shown.length === 0 && <EmptyState />}
        </div>
        <PlacesSketch fields={draft} nameOf={nameOf} typeOf={(field) => factsOf(field)?.type ?? 'text'} />
      </div>
      {issues.length > 0 && (
        <p role="alert" className="contacts-soft">
          {issues.map(({ message }) => message).join(' ')}
        </p>
      )}
      {may && (
        <SaveFoot
          dirty={dirty}
          saving={saving}
          overtaken={conflict !== undefined}
          request={{ kind: 'field', fields: draft }}
          onSave={async () => (await save({ version: base.version, fields: draft })) !== undefined}
          onReset={reset}
          onTake={() => {
            clear();
            take();
            void invalidate(fieldList);
          }}
        />
      )}
      {edited && facts && (
        <FieldDrawer
          field={edited}
          facts={facts}
          onChange={(field) => change(draft.map((one) => (one.fieldKey === field.fieldKey ? field : one)))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}
