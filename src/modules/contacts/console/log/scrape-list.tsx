import type { ReactElement } from 'react';
import type { z } from 'zod';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import type { Selection } from '#kit/console/page/use-selection.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { scrapeClear, scrapeList, type scrapeRow } from '../../common/reveal.contract.ts';
import { scrapeSubject } from '../subjects.ts';

type Scrape = z.output<typeof scrapeRow>;

const columns: readonly Column<Scrape, typeof scrapeSubject>[] = [
  { name: 'viewer', cell: ({ viewer }) => viewer.name },
  { name: 'state', as: 'enum' },
  { name: 'cards', as: 'number' },
  { name: 'since', as: 'time' },
  { name: 'until', as: 'time' },
  { name: 'clearedAt', as: 'time' },
];

/** Who opened more different cards than the settings allow; who is over it may be let on. */
export function ScrapeList(): ReactElement {
  const t = useT('contacts');
  const list = useList(scrapeList, { name: 's' });
  return (
    <ListPanel
      subject={scrapeSubject}
      list={list}
      columns={columns}
      filters={
        <>
          <EnumFilter list={list} name="state" />
          <PickFilter list={list} name="empId">
            <EmployeePicker />
          </PickFilter>
        </>
      }
      bulk={(selection) => <Clear selection={selection} />}
      empty={<EmptyState title={t('scrape.empty')} hint={t('scrape.emptyHint')} />}
    />
  );
}

/** Lets on who is watched or blocked; for the others there is nothing to do. */
function Clear({ selection }: { selection: Selection<Scrape> }): ReactElement {
  const t = useT('contacts');
  const ids = selection.rows.filter(({ state }) => state === 'watched' || state === 'blocked').map(({ id }) => id);
  const { save, saving } = useSave(scrapeClear, { invalidates: [scrapeList], message: t('scrape.done'), onSaved: selection.clear });
  return (
    <OffButton off={ids.length === 0 && 'choice'} loading={saving} onClick={() => void save({ ids })}>
      {t('scrape.clear')}
    </OffButton>
  );
}
