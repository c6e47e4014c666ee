import { expect, test } from 'vitest';
import { consoleModules } from '../../src/app/console-modules.ts';
import { modules } from '../../src/app/modules.ts';

/** Pages of the access service as they are known outside: the code is the route's name, the verbs are those of its buttons. */
const pages: Readonly<Record<string, { first?: string; verbs?: string }>> = {
  '/mas_general_configuration': { first: 'global_params' },
  '/mas_general_configuration/global_params': { verbs: 'add update delete refresh settings' },
  '/mas_access_system_configuration': { first: 'access_system' },
  '/mas_access_system_configuration/access_system': { verbs: 'add update enable disable delete key grant document export' },
  '/mas_access_system_configuration/interface_prefix': { verbs: 'add update enable disable delete test' },
  '/mas_access_type_configuration': { first: 'datasource' },
  '/mas_access_type_configuration/datasource': { verbs: 'add update enable disable delete test browse' },
  '/mas_access_type_configuration/soap': { verbs: 'add update enable disable delete test refresh importInterfaces' },
  '/mas_access_type_configuration/sap': { verbs: 'add update enable disable delete test browse importInterfaces' },
  '/mas_access_type_configuration/dubbo': { verbs: 'add update enable disable delete test browse' },
  '/mas_interface_configuration': { first: 'interface' },
  '/mas_interface_configuration/interface': {
    verbs:
      'add save publish rollback enable disable delete restore log auth cache export import test testWrite copy grant record tag document',
  },
  '/mas_interface_statistics': { first: 'interface_calls', verbs: 'alarm' },
  '/mas_interface_statistics/interface_calls': { verbs: 'unmask export' },
  '/mas_interface_statistics/interface_statistics': { verbs: 'export report' },
  '/mas_attachment_conversion_service': { first: 'param_config' },
  '/mas_attachment_conversion_service/param_config': { verbs: 'save test retry cancel clear release' },
  '/mas_attachment_conversion_service/attach_system': { verbs: 'add update enable disable delete test' },
  '/mas_open_api': { verbs: 'add enable disable delete grant test' },
  '/customer_connect': { first: 'app' },
  '/customer_connect/app': { verbs: 'add update enable disable delete secret test' },
  '/customer_connect/params': { verbs: 'add update delete' },
};

test('1: every route opens its default child, and menu codes and button codes are in the tree of authorities', () => {
  const routes = consoleModules.flatMap((module) => module.routes);
  const declared = modules.flatMap((module) => module.resources);
  for (const [path, { first, verbs = '' }] of Object.entries(pages)) {
    const code = path.slice(1).replaceAll('/', '_');
    const route = routes.find((one) => one.path === path);
    const child = routes.find((one) => one.name === route?.defaultChild);
    expect([path, route?.code, child?.path]).toEqual([path, code, first === undefined ? undefined : `${path}/${first}`]);
    const buttons = declared.find((page) => page.code === code)?.buttons.map(({ verb }) => verb) ?? [];
    expect([code, verbs.split(' ').filter((verb) => verb !== '' && !buttons.includes(verb))]).toEqual([code, []]);
  }
});
