import { benchPassword } from './house.ts';
import type { Job } from './walker.ts';

/** Page of departments and people. */
export const people = '/muc_user_management';
/** Page of roles. */
export const permissions = '/sys_authentication';

const importRows = 301;
const csv = [
  'Account,Name,Primary department',
  ...Array.from({ length: importRows }, (_, at) => `walk.file.${at},Walked ${at},Galaxy Systems Europe Ltd`),
].join('\n');

/** What is done with people and roles, in an order in which each job finds what it needs. */
export const peopleJobs: readonly Job[] = [
  {
    name: 'add a person',
    most: 5,
    from: `${people}?dept=`,
    walk: async (by) => {
      await by.click(by.button('Add'));
      await by.type(by.dialog().getByLabel('Name', { exact: true }), 'Walker Finch');
      await by.dialog().locator('input[value="walker.finch"]').waitFor();
      await by.pick(by.dialog().getByRole('combobox', { name: /department 1/i }), 'Galaxy');
      await by.answer('Add');
      await by.said('Added');
    },
  },
  {
    name: 'edit three people at once',
    most: 5,
    from: people,
    walk: async (by) => {
      const rows = by.page.locator('.whk-table tbody tr');
      for (const at of [1, 2, 3]) await by.click(rows.nth(at).getByRole('checkbox'));
      await by.click(by.button('Bulk edit', by.page.locator('.whk-bulk')));
      await by.type(by.dialog().getByLabel('Title', { exact: true }), 'Walked');
      await by.answer(/^Change 3/);
      await by
        .dialog()
        .getByText(/3 changes applied/)
        .waitFor();
    },
  },
  {
    name: 'take that edit back',
    most: 1,
    from: '',
    walk: async (by) => {
      await by.answer('Revert');
      await by.said(/3/);
    },
  },
  {
    name: `import ${importRows} people`,
    most: 4,
    from: people,
    walk: async (by) => {
      await by.click(by.button('Import'));
      await by.choose(by.dialog().locator('input[type=file]'), { name: 'walk.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await by.answer(/^Apply 301 changes/);
      await by
        .dialog()
        .getByText(/301 changes applied/)
        .waitFor();
    },
  },
  {
    name: 'take that import back',
    most: 1,
    from: '',
    walk: async (by) => {
      await by.answer('Revert');
      await by.said(/301|Reverting/);
    },
  },
  {
    name: 'a role with pages and range, given to a person',
    most: 6,
    from: permissions,
    walk: async (by) => {
      await by.click(by.button('Add', by.page.locator('.whk-role-list header')));
      await by.type(by.dialog().getByLabel('Name', { exact: true }), `Walked ${Date.now()}`);
      await by.type(by.dialog().getByLabel('Find a page or button'), 'muc_user_management');
      await by.click(by.dialog().getByLabel('Departments and employees: Manage', { exact: true }));
      await by.answer('Next');
      await by.click(by.dialog().getByRole('radio', { name: 'Own department', exact: true }));
      await by.pick(by.dialog().locator('#role-who-employee'), 'walker.finch', 'Walker Finch');
      await by.answer('Create and assign');
      await by.said(/Walked/);
    },
  },
  {
    name: 'why somebody may do something',
    most: 5,
    from: permissions,
    walk: async (by) => {
      await by.click(by.button('Explain access'));
      await by.pick(by.dialog().getByRole('combobox').first(), 'walker.finch', 'Walker Finch');
      await by.type(by.dialog().getByRole('combobox').nth(1), 'Departments and employees');
      await by.click(by.page.locator('.ant-select-tree-title').filter({ hasText: 'Departments and employees' }));
      await by.dialog().locator('.whk-why li').first().waitFor();
    },
  },
  {
    name: 'who changed a person',
    most: 3,
    from: people,
    walk: async (by) => {
      await by.type(by.page.locator('.whk-filters input').first(), 'walker.finch');
      await by.click(by.page.locator('.whk-rows .whk-open').filter({ hasText: 'Walker Finch' }));
      await by.click(by.dialog().getByRole('tab', { name: /^History/ }));
      await by.dialog().locator('.whk-history li, .whk-diffs').first().waitFor();
    },
  },
  {
    name: 'reset a password',
    most: 4,
    from: `${people}?text=walker.finch`,
    walk: async (by) => {
      await by.act('Reset password');
      await by.answer('Set password');
      const asked = by.page.locator('.ant-modal input[autocomplete=current-password]');
      const told = by.dialog().locator('code');
      await asked.or(told).first().waitFor();
      if (await asked.isVisible()) {
        await by.type(asked, benchPassword);
        await by.press('Enter');
      }
      await told.first().waitFor();
    },
  },
  {
    name: 'disable and delete a person, and take it back',
    most: 9,
    from: `${people}?text=walker.finch`,
    walk: async (by) => {
      for (const action of ['Disable', 'Delete']) {
        await by.act(action);
        await by.answer(action);
        await by.said(new RegExp(action));
      }
      await by.click(by.button('Revert', by.page.locator('.ant-message')).last());
      await by.said(/everted/);
    },
  },
  {
    name: 'export people',
    most: 2,
    from: people,
    walk: async (by) => {
      const coming = by.page.waitForEvent('download');
      await by.click(by.button('Export'));
      await by.click(by.page.getByRole('menuitem', { name: /xlsx/ }));
      await (await coming).path();
    },
  },
];
