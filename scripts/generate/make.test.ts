import { expect, test } from 'vitest';
import { draftModule, draftPage, type Wish } from './make.ts';
import { nameOf, titleOfOne } from './names.ts';

const title = { zh_CN: '会议室', en_US: 'Meeting rooms', ja_JP: '会議室' };

function wish(module: string, entity: string, more: Partial<Wish> = {}): Wish {
  const named = nameOf(entity, 'a page');
  return {
    module: nameOf(module, 'a module'),
    entity: named,
    scoped: false,
    titles: { group: title, title, one: titleOfOne(undefined, { title, entity: named }) },
    ...more,
  };
}

test('What is taken is refused with a name that is free', () => {
  expect(() => draftModule(wish('contacts', 'room'))).toThrow(/contacts is there already; npm run new:page -- contacts/);
  expect(() => draftModule(wish('kit', 'room'))).toThrow(/taken by the house/);
  expect(() => draftModule(wish('rooms', 'department'))).toThrow(/kind department is there already.*rooms-department/);
  expect(() => draftModule(wish('rooms', 'change-batch'))).toThrow(/table change_batch is there already/);
  expect(() => draftModule(wish('rooms', 'user'))).toThrow(/word of SQL.*rooms-user/);
  expect(() => draftPage(wish('contacts', 'auth-management'))).toThrow(/page contact_auth_management is there already/);
  expect(() => draftPage(wish('kit', 'room'))).toThrow(/no module kit/);
  expect(() => draftPage(wish('nowhere', 'room'))).toThrow(/no module nowhere: there are .*contacts/);
});

test.each([true, false])('Nothing of the template stays in what is made (things of departments: %s)', (scoped) => {
  for (const { made, changed } of [
    draftModule(wish('meeting-room', 'big-room', { scoped })),
    draftPage(wish('contacts', 'big-room', { scoped })),
  ])
    for (const [file, text] of [...made, ...changed]) {
      expect(file).not.toMatch(/sample/i);
      expect([file, /sample.?(?:area|thing)|#(?:un)?scoped|\{(?:title|one|group):/i.exec(text)?.[0]]).toEqual([file, undefined]);
      expect([file, !scoped && made.has(file) && /department/i.test(text)]).toEqual([file, false]);
    }
});

test('A page of the contacts stands in its group, with its codes and addresses', () => {
  const { made, changed } = draftPage(wish('contacts', 'job-level'));
  expect([...made.keys()].join('\n')).toMatch(/^src\/modules\/contacts\/server\/migrations\/\d{4}-job-level\.sql$/m);
  expect(made.get('src/modules/contacts/common/job-level.contract.ts')).toContain("path: 'contact/jobLevel'");
  expect(made.get('src/modules/contacts/common/job-level.contract.ts')).toContain("scope: 'none'");
  expect(changed.get('src/modules/contacts/common/permissions.ts')).toMatch(
    /code: 'contact_job_level',\n {2}route: '\/contact_job_level',\n {2}parent: 'contact'/,
  );
});
