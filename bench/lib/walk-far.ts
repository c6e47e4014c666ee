import { peopleDn, searchDn, searchPassword } from '../../tests/peers/slapd.ts';
import { people } from './walk-jobs.ts';
import type { Job } from './walker.ts';

/** What takes people from elsewhere, groups them, and does without a mouse. */
export const farJobs: readonly Job[] = [
  {
    name: 'a directory as a source, until its people are there',
    most: 14,
    from: '/muc_source',
    walk: async (by) => {
      const field = (name: string) => by.page.getByLabel(name, { exact: true });
      await by.click(by.button('Add'));
      await by.click(by.page.getByRole('radio', { name: 'LDAP directory' }));
      await by.type(field('Name'), 'Walked directory');
      await by.type(field('Code'), 'walked');
      await by.pick(by.page.getByRole('combobox', { name: 'Root department' }), 'Galaxy');
      await by.type(field('Servers'), `127.0.0.1:${by.directory.port}`);
      await by.select(by.page.getByRole('combobox', { name: 'Encryption' }), 'None');
      await by.type(field('Bind DN'), searchDn);
      await by.type(field('User base DN'), peopleDn);
      await by.type(field('Department base DN'), peopleDn);
      await by.type(field('Password'), searchPassword);
      await by.click(by.button('Add'));
      await by.click(by.page.getByRole('tab', { name: /Mapping/ }));
      await by.click(by.button('Suggest from a sample'));
      await by.page.locator('.so-map-row').first().waitFor();
      await by.click(by.button('Save'));
      await by.said(/aved/);
      await by.click(by.button('Back to its runs'));
      await by.click(by.button('Synchronise'));
      await by.click(by.button('Apply a plan'));
      await by.answer('Apply a plan');
      await by.page.locator('.whk-tag[data-run=applied]').waitFor();
    },
  },
  {
    name: 'a group by a rule',
    most: 6,
    from: '/muc_dynamic_group',
    walk: async (by) => {
      await by.click(by.button('Add'));
      await by.type(by.page.locator('.whk-local input'), 'Walked clerks');
      await by.type(by.page.getByLabel('Code', { exact: true }), 'walked-clerks');
      await by.pick(by.page.getByRole('combobox', { name: 'Field: Condition 1' }), 'Title');
      await by.type(by.page.getByRole('textbox', { name: 'Value: Condition 1' }), 'Clerk');
      await by.page
        .locator('.cr-count')
        .getByText(/[1-9]\d* (people|person)/)
        .waitFor();
      await by.click(by.button('Add'));
      await by.page.waitForURL('**view=detail**');
    },
  },
  {
    name: 'by keyboard alone: find a person, change a title',
    most: 65,
    unit: 'keys',
    from: people,
    walk: async (by) => {
      const search = by.page.locator('.whk-filters input');
      const row = by.page.locator('.whk-rows .whk-open').filter({ hasText: 'Walker Finch' });
      // The link to the content comes first.
      await by.press('Tab');
      await by.press('Enter');
      await by.tabTo(search);
      await by.type(search, 'walker.finch');
      await row.waitFor();
      await by.tabTo(row);
      await by.press('Enter');
      await by.tabTo(by.button(/Edit$/, by.dialog()));
      await by.press('Enter');
      const title = by.dialog().getByLabel('Title', { exact: true });
      await by.tabTo(title);
      await by.type(title, 'By keyboard');
      // Enter in a field saves nothing in a form of several fields: the button is gone to.
      await by.tabTo(by.button('Save', by.dialog()));
      await by.press('Enter');
      await by.said(/aved/);
    },
  },
];
