import { mamRole, mamSaveResources } from '../common/role.contract.ts';
import { widget, widgetOnline } from '../common/widget.contract.ts';
import { perWorld, type Story, type Told, type Values } from '../../../../tests/conformance/samples.ts';

/** A widget of the department inside, and one of a department outside. */
export const widgetsOf = perWorld(async ({ boss, inside }, { department }) => {
  const link = async (name: string, widgetIdentifier: string, ownerDeptId: string): Promise<string> =>
    (
      await boss.call(widget.add, {
        name: { zh_CN: name, en_US: widgetIdentifier },
        widgetIdentifier,
        ownerDeptId,
        kind: 'link',
        mobileLink: 'https://example.com',
      })
    ).id;
  const widgets = {
    inside: await link('内部应用', 'insidewidget', inside.department.id),
    outside: await link('隐匿应用', 'verborgenwidget', department),
  };
  await boss.call(widgetOnline, { ids: Object.values(widgets) });
  return widgets;
});

/** Roles that give widgets of both sides. */
export async function story({ world, known, roles: { own, foreign } }: Story): Promise<Told> {
  const { boss, inside } = world;
  const { beside, guest } = known;
  const widgets = await widgetsOf(world, known);
  const codes = [`widget:${widgets.inside}`, `widget:${widgets.outside}`];
  for (const roleId of [own['mam']!, foreign['mam']!]) {
    const { version } = await boss.call(mamRole.find, { roleId });
    await boss.call(mamSaveResources, { roleId, version, codes });
  }
  const asked: Record<string, Values[]> = {
    'role/mam/explain': [beside, guest, inside.person.id].map((empId) => ({ empId, widgetId: widgets.inside })),
    'role/widget/search/roleEmpList': [{ roleId: own['widget'], pageSize: 200 }, { pageSize: 200 }],
    'mam/widget/usedBy': [{ id: widgets.inside }],
  };
  return { asked };
}
