import { Select } from 'antd';
import { useEffect, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { store, useStored } from '#kit/console/store/store.ts';
import { accountMine, type OwnAccount } from '../common/mine.contract.ts';
import './accounts.css';

const parameter = 'snoId';

function useAccounts(): { readonly list: readonly OwnAccount[]; readonly chosen: OwnAccount | undefined; readonly isPending: boolean } {
  const [search] = useSearchParams();
  const kept = useStored('snoId');
  const { data, isPending } = useRead(accountMine, {});
  const list = data?.list ?? [];
  const named = (wanted: string | null): OwnAccount | undefined => list.find(({ id }) => id === wanted);
  return { list, chosen: named(search.get(parameter)) ?? named(kept) ?? list[0], isPending };
}

/** Id of the account that this page is about: the one in the address, else the one last chosen in this tab, else the first; undefined until the accounts are known and where there is none. */
export function useSnoId(): string | undefined {
  return useAccounts().chosen?.id;
}

/** Chooses the account that a page is about; the choice stands in the address and holds for the other pages of this tab. */
export function AccountPicker(): ReactElement {
  const t = useT('public-accounts');
  const [language] = useLanguage();
  const [search, setSearch] = useSearchParams();
  const { list, chosen, isPending } = useAccounts();
  const id = chosen?.id;
  const choose = (next: string): void => {
    store.set('snoId', next);
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(parameter, next);
        after.delete('page');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  // A link to an account makes it the one of this tab; where the address names none, it is put there, so that the address can be passed on.
  useEffect(() => {
    if (id === undefined) return;
    if (store.get('snoId') !== id) store.set('snoId', id);
  }, [id]);
  useEffect(() => {
    if (id === undefined || search.get(parameter) === id) return;
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(parameter, id);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [id, search, setSearch]);
  return (
    <div className="sno-picker">
      <span className="sno-picker-label" id="sno-picker-label">
        {t('sno')}
      </span>
      <Select<string>
        className="sno-picker-choice"
        aria-labelledby="sno-picker-label"
        showSearch={{ optionFilterProp: 'label' }}
        loading={isPending}
        placeholder={t('picker.none')}
        {...(id !== undefined && { value: id })}
        options={list.map(({ id: value, name, enabled }) => ({
          value,
          label: enabled ? pick(name, language) : t('picker.disabled', { name: pick(name, language) }),
        }))}
        onChange={choose}
      />
    </div>
  );
}
