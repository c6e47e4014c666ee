import { useRead } from '#kit/console/page/query.ts';
import { itemSystems } from '../../common/item/item.contract.ts';

/** Business systems in range, as filters and forms offer them. */
export function useSystems(): readonly {
  readonly value: string;
  readonly label: string;
  readonly templates: readonly { id: string; name: string }[];
}[] {
  const { data } = useRead(itemSystems, {});
  return (data?.list ?? []).map(({ id, name, templates }) => ({ value: id, label: name, templates }));
}
