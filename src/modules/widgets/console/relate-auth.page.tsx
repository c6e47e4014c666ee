import { Button, Checkbox, Input, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { mamResources, mamRole, mamSaveResources } from '../common/role.contract.ts';
import { useDraft } from './components/use-draft.ts';
import './components/widgets.css';

type Resources = Reply<typeof mamResources>;

/** What holders of the chosen app role may use: widgets by category, app functions, release channels. */
export default function RelateAuthPage(): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <Authority roleId={roleId} />;
}

function Authority({ roleId }: { roleId: string }): ReactElement {
  const { data, error, refetch } = useRead(mamResources, { roleId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <AuthorityForm key={roleId} stored={data} /> : <WaitingForm />;
}

function AuthorityForm({ stored }: { stored: Resources }): ReactElement {
  const t = useT('widgets');
  const kit = useT('kit');
  const may = useMay()(mamSaveResources);
  const { draft, dirty, change, reset } = useDraft(stored.version, stored.codes);
  const [text, setText] = useState('');
  const { save, saving } = useSave(mamSaveResources, { invalidates: [mamResources, mamRole.list, mamRole.find] });
  const input = { roleId: stored.roleId, version: stored.version, codes: draft };
  const set = (codes: readonly string[], on: boolean): void =>
    change(on ? [...new Set([...draft, ...codes])].toSorted() : draft.filter((one) => !codes.includes(one)));
  const shown = stored.widgets.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const categories = [...Map.groupBy(shown, ({ categoryName }) => categoryName)];
  return (
    <section className="widgets-authority" aria-label={t('authority.widgets')}>
      <Input
        allowClear
        aria-label={t('authority.search')}
        placeholder={t('authority.search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {stored.widgets.length === 0 && <EmptyState title={t('authority.none')} />}
      {categories.map(([name, all]) => (
        <Group
          key={name}
          title={name || t('authority.uncategorised')}
          options={all.map((one) => ({
            code: `widget:${one.id}`,
            name: one.name,
            ...(one.forEveryone && { note: t('authority.forEveryone') }),
          }))}
          {...{ draft, may, set }}
        />
      ))}
      <Group
        title={t('authority.functions')}
        options={stored.functions.map((one) => ({ code: `func:${one.code}`, name: one.name }))}
        {...{ draft, may, set }}
      />
      <Group
        title={t('authority.channels')}
        options={stored.channels.map((one) => ({ code: `channel:${one.code}`, name: one.name }))}
        {...{ draft, may, set }}
      />
      {may && (
        <footer className="widgets-foot">
          <span>{dirty && <ImpactLine endpoint={mamSaveResources} input={saving ? undefined : input} />}</span>
          <span role="status">{t('authority.chosen', { count: draft.length })}</span>
          <Button disabled={!dirty} onClick={reset}>
            {t('authority.reset')}
          </Button>
          <Button type="primary" disabled={!dirty} loading={saving} onClick={() => void save(input)}>
            {kit('form.save')}
          </Button>
        </footer>
      )}
    </section>
  );
}

interface GroupProps {
  title: string;
  options: readonly { code: string; name: string; note?: string }[];
  draft: readonly string[];
  may: boolean;
  set: (codes: readonly string[], on: boolean) => void;
}

/** A box for the group, with a third state where some are chosen, and one for each. */
function Group({ title, options, draft, may, set }: GroupProps): ReactElement {
  const codes = options.map(({ code }) => code);
  const chosen = codes.filter((one) => draft.includes(one)).length;
  return (
    <section aria-label={title}>
      <h3>
        <Checkbox
          disabled={!may || codes.length === 0}
          checked={codes.length > 0 && chosen === codes.length}
          indeterminate={chosen > 0 && chosen < codes.length}
          onChange={({ target }) => set(codes, target.checked)}
        >
          {title} ({chosen}/{codes.length})
        </Checkbox>
      </h3>
      <ul>
        {options.map(({ code, name, note }) => (
          <li key={code}>
            <Checkbox disabled={!may} checked={draft.includes(code)} onChange={({ target }) => set([code], target.checked)}>
              {name}
            </Checkbox>
            {note && <Tag variant="filled">{note}</Tag>}
          </li>
        ))}
      </ul>
    </section>
  );
}
